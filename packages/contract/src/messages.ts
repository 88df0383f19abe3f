import type { AiGateFault } from "./ai/gate.rules.ts";
import type { AiTestFailure } from "./ai/provider-test.schema.ts";
import type { AiScope } from "./ai/scopes.rules.ts";
import type { ErrorCode, ErrorStatus } from "./errors.ts";
import type { Language } from "./languages.ts";
import type { MessageParams, ValidationCode } from "./validation.ts";

/** Texts of the login screen (specification section 8). */
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

/** Texts of failed user management (specification section 8). */
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
 * Shape of `errors.<language>.json`. The files are not imported here: the server imports all four, the browser
 * the one it shows. Assigning an imported file to this type proves that no text is missing.
 */
export interface ErrorTexts {
  readonly statuses: Readonly<Record<`${ErrorStatus}`, string>>;
  readonly errors: Readonly<Record<ErrorCode, string>>;
  /** Each item that keeps a practice from using an AI provider, as a sentence. */
  readonly aiFaults: Readonly<Record<AiGateFault, string>>;
  /** For whom the AI is stopped or used up, as a part of a sentence. */
  readonly aiScopes: Readonly<Record<AiScope, string>>;
  /** Why a test call of an AI provider failed, as a sentence. */
  readonly aiTestFailures: Readonly<Record<AiTestFailure, string>>;
  readonly login: Readonly<Record<LoginText, string>>;
  readonly validation: Readonly<Record<ValidationCode, string>>;
  readonly userManagement: Readonly<Record<UserManagementText, string>>;
}

/**
 * `text` with each `{name}` replaced by its value. A placeholder without value stays as written: a visible
 * fault, where an empty gap would read like a complete sentence. Values are never searched for placeholders.
 */
export function formatMessage(text: string, params: MessageParams = {}): string {
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : placeholder,
  );
}

/** What a problem of the AI names; it becomes a part of the text, in its language. */
export interface AiSubject {
  readonly missing?: readonly AiGateFault[];
  readonly scope?: AiScope;
}

/** The functions that give texts in any language, over the four catalogues. */
export interface Messages {
  /** Text of an error code. */
  readonly problemText: (language: Language, code: ErrorCode, params?: MessageParams) => string;
  /** Placeholders `missing` and `scope` of the texts about AI. */
  readonly aiParams: (language: Language, subject: AiSubject) => MessageParams;
  /** Text of a failed test call of an AI provider. */
  readonly aiTestFailureText: (language: Language, failure: AiTestFailure) => string;
  /** Text of a validation code. */
  readonly validationText: (language: Language, code: ValidationCode, params?: MessageParams) => string;
  /** Text of an HTTP status. */
  readonly statusText: (language: Language, status: ErrorStatus) => string;
}

/** Binds the catalogues of all languages, as the server does once at start. */
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
