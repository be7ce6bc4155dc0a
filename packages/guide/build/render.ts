import { Eleventy } from '@11ty/eleventy';
import highlight from '@11ty/eleventy-plugin-syntaxhighlight';
import MarkdownIt from 'markdown-it';
import anchor from 'markdown-it-anchor';
import { join, posix } from 'node:path';
import type { Links } from './links.ts';
import { placeOf, sections } from './pages.ts';
import { slug } from './slug.ts';

const input = join(import.meta.dirname, '../src');

/** A page as it was written. */
export interface BuiltPage {
  /** Below the guide's own address. */
  readonly place: string;
  readonly html: string;
}

/**
 * Writes each document as a page with the table of contents beside it.
 * @param texts Markdown by the path of its file below the repository
 * @param folder absolute
 */
export async function render(
  texts: ReadonlyMap<string, string>,
  links: Links,
  folder: string,
): Promise<readonly BuiltPage[]> {
  const contents = tableOfContents(texts);
  const inOrder = contents.flatMap(({ pages }) => pages);
  const built: BuiltPage[] = [];
  const eleventy = new Eleventy(input, folder, {
    configPath: false,
    config(config) {
      config.setLiquidOptions({ outputEscape: 'escape' });
      config.addPlugin(highlight);
      config.setLibrary('md', markdownOf(links));
      for (const [source, text] of texts) {
        const place = placeOf(source);
        const index = inOrder.findIndex((page) => page.place === place);
        config.addTemplate(place.replace(/html$/, 'md'), text, {
          layout: 'page.liquid',
          // The documents show code in braces that is no template.
          templateEngineOverride: 'md',
          permalink: place,
          source,
          place,
          title: headingOf(text, source),
          root: posix.relative(posix.dirname(place), '.') || '.',
          contents,
          before: index > 0 && inOrder[index - 1],
          after: index >= 0 && inOrder[index + 1],
        });
      }
      config.on('eleventy.after', ({ results }) => {
        for (const { url, content } of results) {
          built.push({ place: url.slice(1).replace(/(^|\/)$/, '$1index.html'), html: content });
        }
      });
    },
  });
  eleventy.disableLogger();
  await eleventy.write();
  return built;
}

function tableOfContents(texts: ReadonlyMap<string, string>) {
  return sections.map(({ title, pages }) => ({
    title,
    pages: pages.map(({ source, label }) => ({
      place: placeOf(source),
      label: label ?? headingOf(texts.get(source) ?? '', source),
    })),
  }));
}

function headingOf(text: string, source: string): string {
  const [, heading] = /^# (.+)$/m.exec(text) ?? [];
  if (heading === undefined) throw new Error(`${source} has no heading`);
  return heading.replaceAll('`', '');
}

function markdownOf(links: Links): MarkdownIt {
  const markdown = new MarkdownIt({ html: true });
  markdown.use(anchor, { slugify: slug, permalink: anchor.permalink.headerLink() });
  followLinks(markdown, links);
  letWideThingsScroll(markdown);
  return markdown;
}

function followLinks(markdown: MarkdownIt, links: Links): void {
  markdown.core.ruler.push('follow-links', ({ tokens, env }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const name = token.type === 'link_open' ? 'href' : token.type === 'image' ? 'src' : undefined;
      const target = name && token.attrGet(name);
      if (name && target) token.attrSet(name, links.resolve(target, env.source));
    }
  });
}

/** Wide code and tables scroll by themselves on a narrow screen, also by keyboard; the policy allows no styles in attributes. */
function letWideThingsScroll(markdown: MarkdownIt): void {
  const { rules } = markdown.renderer;
  const { fence } = rules;
  rules['fence'] = (...code) => fence?.(...code).replace('<pre', '<pre tabindex="0"') ?? '';
  rules['table_open'] = () =>
    '<div class="wide" tabindex="0" role="region" aria-label="Table"><table>';
  rules['table_close'] = () => '</table></div>';
  for (const name of ['th_open', 'td_open']) {
    rules[name] = (tokens, index, options, _env, renderer) => {
      const token = tokens[index]!;
      if (token.attrGet('style')?.endsWith('right')) token.attrs = [['class', 'number']];
      return renderer.renderToken(tokens, index, options);
    };
  }
}
