/** A page could not be downloaded, and the one reload that cures it after a release has been tried. */
export class DownloadError extends Error {
  constructor(cause: unknown) {
    super("A page could not be downloaded", { cause });
    this.name = "DownloadError";
  }
}
