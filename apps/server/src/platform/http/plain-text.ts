/** An answer of an endpoint that gives plain text to whoever asks for it. */
export class PlainText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
