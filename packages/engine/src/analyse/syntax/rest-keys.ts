/** What `...others` takes of a list, among the keys of a way through destructuring. */
export function restKey(from: number): string {
  return `...${from}`;
}

/** From which element on it takes them; undefined for other keys. */
export function restFrom(key: string | undefined): number | undefined {
  return key?.startsWith('...') === true ? Number(key.slice(3)) : undefined;
}
