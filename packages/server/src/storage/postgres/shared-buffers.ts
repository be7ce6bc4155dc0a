const mebibyte = 2 ** 20;
const share = 1 / 8;
const mebibytesMin = 128;
const mebibytesMax = 1_024;

/**
 * How much of the database PostgreSQL keeps at hand. With its default of 128 MB, lists of a large catalogue fetch most pages from
 * the system each time, which takes several times as long.
 * https://www.postgresql.org/docs/18/runtime-config-resource.html#GUC-SHARED-BUFFERS
 * @param memoryBytes of the machine
 * @param limitBytes of the container; 0 without one
 */
export function sharedBuffers(memoryBytes: number, limitBytes: number): string {
  const bytes = limitBytes > 0 ? Math.min(memoryBytes, limitBytes) : memoryBytes;
  const wanted = Math.floor((bytes * share) / mebibyte);
  return `${Math.min(mebibytesMax, Math.max(mebibytesMin, wanted))}MB`;
}
