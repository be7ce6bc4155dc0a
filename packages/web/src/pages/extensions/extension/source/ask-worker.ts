interface AskOptions {
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  readonly transfer?: Transferable[];
}

/** One question to a worker, which is ended with the answer. */
export async function askWorker<Answer>(
  worker: Worker,
  request: unknown,
  { signal, transfer = [] }: AskOptions,
): Promise<Answer> {
  try {
    return await new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => resolve(data));
      worker.addEventListener('error', ({ message }) => reject(new Error(message)));
      signal.addEventListener('abort', () => reject(new DOMException('left', 'AbortError')));
      worker.postMessage(request, transfer);
    });
  } finally {
    worker.terminate();
  }
}
