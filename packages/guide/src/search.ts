// The search of the guide: loads the index when somebody first looks for something, and asks nobody else.

import MiniSearch from 'minisearch';
import { searchOptions, type SearchEntry } from './search-options.ts';

const resultsMax = 12;

const root = document.documentElement.dataset['root'] ?? '.';
const form = element('search', HTMLFormElement);
const field = element('search-field', HTMLInputElement);
const list = element('search-results', HTMLOListElement);
const status = element('search-status', HTMLElement);

// Without this script there is no search, and no field for it.
form.hidden = false;

let loading: Promise<MiniSearch<SearchEntry>> | undefined;

form.addEventListener('submit', (event) => {
  event.preventDefault();
  list.querySelector('a')?.click();
});
field.addEventListener('focus', () => void load().catch(tellFailure), { once: true });
field.addEventListener('input', () => void show().catch(tellFailure));
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && !isTyping(event)) {
    event.preventDefault();
    field.focus();
  } else if (event.key === 'Escape') {
    close();
  } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    if (move(event.key === 'ArrowDown' ? 1 : -1)) event.preventDefault();
  }
});
document.addEventListener('click', ({ target }) => {
  if (target instanceof Node && !form.contains(target)) close();
});

function load(): Promise<MiniSearch<SearchEntry>> {
  loading ??= (async () => {
    const answer = await fetch(`${root}/assets/search.json`);
    if (!answer.ok) throw new Error(`the index answered ${answer.status}`);
    return MiniSearch.loadJSON(await answer.text(), searchOptions);
  })();
  return loading;
}

async function show(): Promise<void> {
  const words = field.value.trim();
  if (words === '') return close();
  const index = await load();
  // Somebody typed on while the index was loaded.
  if (words !== field.value.trim()) return;
  const results = index.search(words);
  list.replaceChildren(
    ...results.slice(0, resultsMax).map(({ id, title, section }) => {
      const link = document.createElement('a');
      link.href = `${root}/${String(id)}`;
      const heading = document.createElement('strong');
      heading.textContent = section === '' ? title : section;
      link.append(heading);
      if (section !== '') link.append(document.createTextNode(title));
      const item = document.createElement('li');
      item.append(link);
      return item;
    }),
  );
  list.hidden = results.length === 0;
  status.textContent =
    results.length === 0
      ? `Nothing about “${words}”. Fewer or other words may find it.`
      : `${results.length} ${results.length === 1 ? 'section' : 'sections'}`;
}

function close(): void {
  list.hidden = true;
  list.replaceChildren();
  status.textContent = '';
}

/** @returns whether the focus went to another result, or back to the field */
function move(step: 1 | -1): boolean {
  const stops = [field, ...list.querySelectorAll('a')];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  const next = at === -1 ? undefined : stops[at + step];
  next?.focus();
  return next !== undefined;
}

function isTyping({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || (target instanceof HTMLElement && target === field);
}

function tellFailure(): void {
  loading = undefined;
  status.textContent = 'The search could not be loaded. Type again to try once more.';
}

function element<T extends HTMLElement>(id: string, type: new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`the page has no #${id}`);
  return element;
}
