/** Thrown when an export cannot be imported. Nothing has been changed. */
export class ImportRefusal extends Error {
  /** Commands print an error with a code in one line. */
  readonly code = "IMPORT_REFUSED";
}
