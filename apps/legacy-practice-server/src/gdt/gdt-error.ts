/** Reasons why a file is not a valid record. The texts never contain the content of the file, which is patient data. */
const reasons = {
  characterMissing: "Ein Zeichen gibt es im gewählten Zeichensatz nicht.",
  charsetUnknown: "Der Zeichensatz in Feld 9206 ist unbekannt.",
  contentTooLong: "Ein Feld ist länger als die 990 Zeichen, die eine Zeile fasst.",
  controlCharacter: "Ein Feld enthält ein Steuerzeichen.",
  dateInvalid: "Das Geburtsdatum in Feld 3103 ist kein gültiges Datum.",
  fieldEmpty: "Ein Feld ist leer.",
  fieldIdInvalid: "Die Feldkennung ist keine vierstellige Zahl.",
  fieldMissing: "Ein Pflichtfeld fehlt.",
  fieldRepeated: "Ein Feld kommt zweimal vor.",
  fileTooLarge: "Die Datei ist größer, als ein Satz sein kann.",
  lineEndMissing: "Eine Zeile endet nicht mit CR LF.",
  lineLengthWrong: "Die Länge am Anfang der Zeile stimmt nicht.",
  recordLengthWrong: "Die Satzlänge in Feld 8100 stimmt nicht mit der Länge der Datei überein.",
  recordTypeMissing: "Der Satz beginnt nicht mit der Satzart in Feld 8000.",
  recordTypeUnknown: "Die Satzart in Feld 8000 ist nicht 6301.",
  sexInvalid: "Das Geschlecht in Feld 3110 ist weder 1 noch 2.",
  versionUnknown: "Die Version in Feld 9218 ist nicht 02.10.",
} as const;

export type GdtErrorCode = keyof typeof reasons;

/** A record that cannot be read or written. */
export class GdtError extends Error {
  readonly code: GdtErrorCode;
  /** Line of the file, from 1, or undefined when the error belongs to no line. */
  readonly line: number | undefined;

  constructor(code: GdtErrorCode, line?: number) {
    super(code);
    this.name = "GdtError";
    this.code = code;
    this.line = line;
  }

  /** The reason as a German sentence without any patient data. */
  get reason(): string {
    const sentence = reasons[this.code];
    return this.line === undefined ? sentence : `Zeile ${this.line}: ${sentence}`;
  }
}
