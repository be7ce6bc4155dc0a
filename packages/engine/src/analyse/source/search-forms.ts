import type { HtmlElement } from '../../model/html-elements.ts';

/** A form of a page that leads to a server with the words that are entered. */
export interface SearchForm {
  /** As the browser makes it up to the words: `https://find.a.dev/s?src=tab&q=`. */
  readonly address: string;
  /** Offset of the form's `<`. */
  readonly offset: number;
}

interface OpenForm {
  readonly action: string;
  readonly offset: number;
  readonly fixed: string[];
  words?: string;
}

const fieldsMax = 20;

/** The forms among the elements that ask a remote address for what is entered in one field. */
export function searchForms(elements: readonly HtmlElement[]): readonly SearchForm[] {
  const forms: OpenForm[] = [];
  for (const { name, offset, attributes } of elements) {
    const valueOf = (key: string): string => attributes.get(key)?.value.trim() ?? '';
    const open = forms.at(-1);
    if (name === 'form') {
      const isGet = !/^(?:post|dialog)$/iu.test(valueOf('method'));
      forms.push({ action: isGet ? valueOf('action') : '', offset, fixed: [] });
    } else if (name === 'input' && open !== undefined && valueOf('name') !== '') {
      const type = valueOf('type').toLowerCase();
      if (type === 'hidden' && open.fixed.length < fieldsMax)
        open.fixed.push(`${valueOf('name')}=${encodeURIComponent(valueOf('value'))}&`);
      else if (type === '' || type === 'search' || type === 'text') open.words ??= valueOf('name');
    }
  }
  return forms.flatMap(({ action, offset, fixed, words }) => {
    const [page = ''] = action.split(/[?#]/u, 1);
    return words !== undefined && /^(?:https?:)?\/\//iu.test(page)
      ? [
          {
            address: `${URL.parse(page, 'https://page.invalid')?.href ?? page}?${fixed.join('')}${words}=`,
            offset,
          },
        ]
      : [];
  });
}
