// What the build uses of Eleventy, which brings no types of its own.

declare module '@11ty/eleventy' {
  import type MarkdownIt from 'markdown-it';

  export interface UserConfig {
    addPlugin(plugin: unknown, options?: object): void;
    addTemplate(path: string, content: string, data: object): void;
    on(
      event: 'eleventy.after',
      listener: (event: { readonly results: readonly Result[] }) => void,
    ): void;
    setLibrary(name: 'md', markdown: MarkdownIt): void;
    setLiquidOptions(options: object): void;
  }

  /** A page that was written. */
  interface Result {
    /** From the guide's own address, with a slash before it. */
    readonly url: string;
    readonly content: string;
  }

  export class Eleventy {
    constructor(
      input: string,
      output: string,
      options: { configPath: false; config(config: UserConfig): void },
    );
    disableLogger(): void;
    write(): Promise<unknown>;
  }
}

declare module '@11ty/eleventy-plugin-syntaxhighlight' {
  const plugin: unknown;
  export default plugin;
}
