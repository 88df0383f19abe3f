import type { AiTexts } from "./ai-messages.ts";
import type { ErrorCode, ErrorStatus } from "./errors.ts";
import type { Language } from "./languages.ts";
import type { MessageParams, ValidationCode } from "./validation.ts";

/**
 * Shape of `errors.<language>.json`. The files are not imported here, because the server imports all four and the
 * browser only the one it shows. Assigning an imported file to this type proves that no text is missing.
 */
export interface ErrorTexts extends AiTexts {
  readonly statuses: Readonly<Record<`${ErrorStatus}`, string>>;
  readonly errors: Readonly<Record<ErrorCode, string>>;
  readonly validation: Readonly<Record<ValidationCode, string>>;
}

/**
 * Replaces each `{name}` in `text` with its value. A placeholder without a value is kept, because this is a visible
 * error, whereas a gap could look like a complete sentence. Placeholders in values are not replaced.
 */
export function formatMessage(text: string, params: MessageParams = {}): string {
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : placeholder,
  );
}

/** Functions that return texts in any language from the four catalogues. */
export interface Messages {
  /** Returns the text of an error code. */
  readonly problemText: (language: Language, code: ErrorCode, params?: MessageParams) => string;
  /** Returns the text of a validation code. */
  readonly validationText: (language: Language, code: ValidationCode, params?: MessageParams) => string;
  /** Returns the text of an HTTP status. */
  readonly statusText: (language: Language, status: ErrorStatus) => string;
}

/** Binds the catalogues of all languages; the server does this once at startup. */
export function messagesFrom(catalogues: Readonly<Record<Language, ErrorTexts>>): Messages {
  return {
    problemText: (language, code, params) => formatMessage(catalogues[language].errors[code], params),
    validationText: (language, code, params) => formatMessage(catalogues[language].validation[code], params),
    statusText: (language, status) => catalogues[language].statuses[`${status}`],
  };
}
