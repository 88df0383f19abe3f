/** Response of an endpoint that returns a file. It is streamed and never held in memory as a whole. */
export class FileAnswer {
  /** Suggested file name; letters, digits, dots and hyphens. */
  readonly name: string;
  readonly contentType: string;
  readonly pieces: AsyncIterable<string>;

  constructor(name: string, contentType: string, pieces: AsyncIterable<string>) {
    this.name = name;
    this.contentType = contentType;
    this.pieces = pieces;
  }
}
