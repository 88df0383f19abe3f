/** The answer of a call that gives a file: sent piece by piece, never held as a whole. */
export class FileAnswer {
  /** Name under which a browser keeps it; letters, digits, dots and hyphens. */
  readonly name: string;
  readonly contentType: string;
  readonly pieces: AsyncIterable<string>;

  constructor(name: string, contentType: string, pieces: AsyncIterable<string>) {
    this.name = name;
    this.contentType = contentType;
    this.pieces = pieces;
  }
}
