/** The anchor that GitHub gives a heading, which the documents link to. */
export function slug(heading: string): string {
  return encodeURIComponent(
    heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}
