/** Whether a file of this name neither runs nor says what runs: pictures, fonts, sounds, texts. Without an ending it may be a folder. */
export function neverRuns(path: string): boolean {
  return names.test(path);
}

const names =
  /\.(?:png|jpe?g|gif|webp|avif|bmp|ico|svg|ttf|otf|eot|woff2?|mp[34]|ogg|wav|webm|md|txt|rst|pdf|map)$|(?:^|\/)(?:LICEN[CS]E|COPYING|README|NOTICE|AUTHORS|CHANGELOG|CHANGES|CONTRIBUTORS)$/i;
