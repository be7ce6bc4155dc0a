import { getHeapStatistics } from 'node:v8';

/** What may come up on the heap between two scripts before it is swept, in bytes. */
const growthBytesMax = 64 * 1024 * 1024;

/**
 * Sweeps the heap when it has grown by much since it was last small; to be called between scripts. As long as memory is
 * allowed to be had the runtime lets what one large script left behind stand beside the next one's syntax tree, and
 * twice the memory is taken for nothing. Does nothing where the process was started without `--expose-gc`.
 */
export function createMemoryKeeper(): () => void {
  let least = heapBytes();
  return () => {
    const now = heapBytes();
    if (now - least > growthBytesMax) {
      globalThis.gc?.();
      least = heapBytes();
    } else least = Math.min(least, now);
  };
}

function heapBytes(): number {
  return getHeapStatistics().used_heap_size;
}
