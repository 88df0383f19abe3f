/**
 * Runs `work` at once on the first call; calls within the next `pauseMs` milliseconds share one run at the
 * end of that period. A bulk change such as an import costs two reads instead of a hundred.
 */
export function gather(work: () => void, pauseMs: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWanted = false;

  function run(): void {
    isWanted = false;
    work();
    timer = setTimeout(() => {
      timer = undefined;
      if (isWanted) run();
    }, pauseMs);
  }

  return () => {
    if (timer === undefined) run();
    else isWanted = true;
  };
}
