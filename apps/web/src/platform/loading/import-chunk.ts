/** Number of failed downloads by file. */
const failures = new Map<string, number>();

/**
 * Imports a file of the build; all dynamic imports of the build call it. Chromium remembers a failed import for the
 * life of the page, so another attempt uses another URL of the same file.
 */
async function importChunk(path: string): Promise<unknown> {
  const failed = failures.get(path) ?? 0;
  try {
    return (await import(/* @vite-ignore */ failed === 0 ? path : `${path}?${failed}`)) as unknown;
  } catch (reason) {
    // Parallel imports of the file count once, so that it is never loaded under two addresses.
    if ((failures.get(path) ?? 0) === failed) failures.set(path, failed + 1);
    throw reason;
  }
}

/** Makes `importChunk` available to the files of the build; call it before the first dynamic import. */
export function provideImportChunk(): void {
  Object.assign(globalThis, { importChunk });
}
