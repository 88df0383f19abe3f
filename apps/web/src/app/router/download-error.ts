/** Thrown when a page cannot be downloaded, even after the reload that helps after a release. */
export class DownloadError extends Error {
  constructor(cause: unknown) {
    super("A page could not be downloaded", { cause });
    this.name = "DownloadError";
  }
}
