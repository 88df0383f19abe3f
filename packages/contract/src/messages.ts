import type { AiGateFault } from "./ai/gate.rules.ts";
import type { AiTestFailure } from "./ai/provider-test.schema.ts";
import type { AiScope } from "./ai/scopes.rules.ts";
import type { ErrorCode, ErrorStatus } from "./errors.ts";
import type { Language } from "./languages.ts";
import type { MessageParams, ValidationCode } from "./validation.ts";

/** Texts of the login page (specification section 8). */
export type LoginText =
  | "loginFailed"
  | "invalidCredentials"
  | "errorOccurred"
  | "accountLocked"
  | "accountDisabled"
  | "accountNotVerified"
  | "tooManyAttempts"
  | "sessionExpired"
  | "networkError"
  | "serverError"
  | "maintenanceMode"
  | "upgradeRequired"
  | "browserNotSupported"
  | "cookiesDisabled";

/** Error texts of user management (specification section 8). */
export type UserManagementText =
  | "errorCreating"
  | "errorUpdating"
  | "errorDeleting"
  | "errorLoading"
  | "errorUnlocking"
  | "errorResettingPassword"
  | "errorExporting"
  | "errorBulkActivate"
  | "errorBulkDeactivate"
  | "errorBulkDelete";

/**
 * Shape of `errors.<language>.json`. The files are not imported here: the server imports all four, the
 * browser only the one it shows. Assigning an imported file to this type proves that no text is missing.
 */
export interface ErrorTexts {
  readonly statuses: Readonly<Record<`${ErrorStatus}`, string>>;
  readonly errors: Readonly<Record<ErrorCode, string>>;
  /** A sentence for each reason why an organization may not use an AI provider. */
  readonly aiFaults: Readonly<Record<AiGateFault, string>>;
  /** The scope in which AI is stopped or used up, as part of a sentence. */
  readonly aiScopes: Readonly<Record<AiScope, string>>;
  /** A sentence for each reason why a test call of an AI provider failed. */
  readonly aiTestFailures: Readonly<Record<AiTestFailure, string>>;
  readonly login: Readonly<Record<LoginText, string>>;
  readonly validation: Readonly<Record<ValidationCode, string>>;
  readonly userManagement: Readonly<Record<UserManagementText, string>>;
}

/**
 * Replaces each `{name}` in `text` with its value. A placeholder without a value is kept: a visible error,
 * whereas a gap could look like a complete sentence. Values are not searched for placeholders.
 */
export function formatMessage(text: string, params: MessageParams = {}): string {
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : placeholder,
  );
}

/** Details of an AI problem that become part of its text. */
export interface AiSubject {
  readonly missing?: readonly AiGateFault[];
  readonly scope?: AiScope;
}

/** Functions that return texts in any language from the four catalogues. */
export interface Messages {
  /** Returns the text of an error code. */
  readonly problemText: (language: Language, code: ErrorCode, params?: MessageParams) => string;
  /** Returns the values of the placeholders `missing` and `scope` in texts about AI. */
  readonly aiParams: (language: Language, subject: AiSubject) => MessageParams;
  /** Returns the text of a failed test call of an AI provider. */
  readonly aiTestFailureText: (language: Language, failure: AiTestFailure) => string;
  /** Returns the text of a validation code. */
  readonly validationText: (language: Language, code: ValidationCode, params?: MessageParams) => string;
  /** Returns the text of an HTTP status. */
  readonly statusText: (language: Language, status: ErrorStatus) => string;
}

/** Binds the catalogues of all languages; the server does this once at startup. */
export function messagesFrom(catalogues: Readonly<Record<Language, ErrorTexts>>): Messages {
  return {
    problemText: (language, code, params) => formatMessage(catalogues[language].errors[code], params),
    aiParams: (language, { missing, scope }) => ({
      ...(missing && { missing: missing.map((fault) => catalogues[language].aiFaults[fault]).join(" ") }),
      ...(scope && { scope: catalogues[language].aiScopes[scope] }),
    }),
    aiTestFailureText: (language, failure) => catalogues[language].aiTestFailures[failure],
    validationText: (language, code, params) => formatMessage(catalogues[language].validation[code], params),
    statusText: (language, status) => catalogues[language].statuses[`${status}`],
  };
}
