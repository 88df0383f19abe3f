/** Number of failed downloads by file. */
const failures = new Map<string, number>();

/**
 * Imports a file of the build. All dynamic imports of the build call it. Chromium remembers a failed import for the
 * lifetime of the page, so another attempt uses another URL of the same file.
 */
async function importChunk(path: string): Promise<unknown> {
  const failureCount = failures.get(path) ?? 0;
  try {
    return (await import(
      /* @vite-ignore */ failureCount === 0 ? path : `${path}?${failureCount}`
    )) as unknown;
  } catch (reason) {
    // Parallel imports of the file count once, so that it is never loaded from two URLs.
    if ((failures.get(path) ?? 0) === failureCount) failures.set(path, failureCount + 1);
    throw reason;
  }
}

/** Makes `importChunk` available to the files of the build. Must be called before the first dynamic import. */
export function provideImportChunk(): void {
  Object.assign(globalThis, { importChunk });
}
