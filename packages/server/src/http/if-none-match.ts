/** Whether a client has what the tag stands for. https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2 */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags?.includes(etag.replace(/^W\//, '')) ?? false;
}
