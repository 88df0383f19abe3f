/**
 * Runs `callback` at once on the first call. Calls within the next `pauseMs` milliseconds share one run at the end of
 * that period. A bulk change such as an import costs two reads instead of a hundred.
 */
export function throttle(callback: () => void, pauseMs: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isQueued = false;

  function run(): void {
    isQueued = false;
    callback();
    timer = setTimeout(() => {
      timer = undefined;
      if (isQueued) run();
    }, pauseMs);
  }

  return () => {
    if (timer === undefined) run();
    else isQueued = true;
  };
}
