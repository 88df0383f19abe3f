/** Response of an endpoint that returns plain text to clients that request it. */
export class PlainText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
