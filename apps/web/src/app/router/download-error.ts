/** A page could not be downloaded, and the one reload that helps after a release has already been tried. */
export class DownloadError extends Error {
  constructor(cause: unknown) {
    super("A page could not be downloaded", { cause });
    this.name = "DownloadError";
  }
}
