const key = 'sign-in-next';

/** Keeps in this tab which page was asked for, while the browser is at a provider. */
export function keepNextPage(path: string): void {
  sessionStorage.setItem(key, path);
}

/** @returns the page that was kept, once; else the first one */
export function takeNextPage(): string {
  const path = sessionStorage.getItem(key) ?? '/';
  sessionStorage.removeItem(key);
  return path;
}
