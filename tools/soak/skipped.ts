/** Prints why a run is not possible on this system and returns the exit code that counts as skipped. */
export function skipped(reason: string): number {
  console.log(`skipped: ${reason}`);
  return 77;
}
