// Plain JavaScript without dependencies, because it runs before anything is installed, on Node 18 or newer.

const STILL_RUNNING_MS = 30_000;

/** Formats seconds with one decimal, such as `0.4 s`. @param {number} milliseconds */
function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/**
 * Runs a step and reports its progress with a live timer on a terminal, or else with a line every half minute. At the
 * end, prints one line with the duration, even if the step failed. Then the error is rethrown.
 *
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @param {(result: T) => string} [note] text that is added to the last line
 * @returns {Promise<T>}
 */
export async function withProgress(title, work, note = () => "") {
  const begin = performance.now();
  const elapsed = () => seconds(performance.now() - begin);
  const isTerminal = process.stdout.isTTY === true;
  const show = () => {
    if (isTerminal) process.stdout.write(`\r\u001b[K… ${title} ${elapsed()}`);
    else process.stdout.write(`… ${title}, still running after ${elapsed()}\n`);
  };
  if (isTerminal) show();
  const timer = setInterval(show, isTerminal ? 100 : STILL_RUNNING_MS);
  const finish = (mark, text) => {
    clearInterval(timer);
    const suffix = text === "" ? "" : ` – ${text}`;
    process.stdout.write(`${isTerminal ? "\r\u001b[K" : ""}${mark} ${title} (${elapsed()})${suffix}\n`);
  };
  try {
    const result = await work();
    const failed = typeof result === "object" && result !== null && "failed" in result && result.failed > 0;
    finish(failed ? "✗" : "✓", note(result));
    return result;
  } catch (error) {
    finish("✗", "");
    throw error;
  }
}
