/** True for a short run, which shows that every subject runs to its end. Its times are meaningless. */
export const isShortRun = process.argv.includes("--short");

/** Returns the amount of work of this run. */
export const scaled = <T>(full: T, short: T): T => (isShortRun ? short : full);
