/** Thrown when an export cannot be imported. Nothing has been changed. */
export class ImportRefusal extends Error {
  /** Commands print an error that has a code as one line, without its stack. */
  readonly code = "IMPORT_REFUSED";
}
