/**
 * Runs `work` at once at the first call; calls during the following `pauseMs` milliseconds are answered by one
 * run at their end. Many changes in a row, such as an import, cost a page two reads and not a hundred.
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
