/** Response of an endpoint that returns a file. It is streamed and never in memory as a whole. */
export class FileResponse {
  /** Suggested file name of letters, digits, dots and hyphens. */
  readonly name: string;
  readonly contentType: string;
  readonly chunks: AsyncIterable<string | Buffer>;

  constructor(name: string, contentType: string, chunks: AsyncIterable<string | Buffer>) {
    this.name = name;
    this.contentType = contentType;
    this.chunks = chunks;
  }
}
