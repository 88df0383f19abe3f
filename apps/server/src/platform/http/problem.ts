import { type ErrorCode, type Problem, statusOf } from "@praxisportal/contract/errors";
import type { Language } from "@praxisportal/contract/languages";
import { messagesFrom } from "@praxisportal/contract/messages";
import type { MessageParams } from "@praxisportal/contract/validation";
import type { ValidationIssue } from "@praxisportal/contract/validation-issues";
import { errorTexts } from "./error-texts.ts";

const messages = messagesFrom(errorTexts);

export type ProblemOptions = {
  /** Values for the placeholders of the text, which are also members of the response. */
  params?: MessageParams;
  /** Returns the values of placeholders that are words in the language of the response. */
  words?: (language: Language) => MessageParams;
  /** Further members of the response. */
  members?: Readonly<Record<string, unknown>>;
  issues?: readonly ValidationIssue[];
  retryAfterSeconds?: number;
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
};

/** The only error that calls throw deliberately. Its code from the catalogue determines status and texts. */
export class ProblemError extends Error {
  readonly code: ErrorCode;
  readonly options: ProblemOptions;

  constructor(code: ErrorCode, options: ProblemOptions = {}) {
    super(code, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ProblemError";
    this.code = code;
    this.options = options;
  }
}

/** Returns the text of a code for responses that are not problem documents, such as stream events. */
export function problemText(language: Language, code: ErrorCode): string {
  return messages.problemText(language, code, {});
}

/** Returns the body of an error response in the language of the request, without internal details. */
export function problemBody(
  error: ProblemError,
  language: Language,
  requestId: string,
  path: string,
): Problem {
  const { code, options } = error;
  const status = statusOf(code);
  const message = messages.problemText(language, code, {
    ...options.params,
    ...options.words?.(language),
  });
  return {
    ...options.params,
    ...options.members,
    type: `urn:praxisportal:problem:${code}`,
    title: messages.statusText(language, status),
    status,
    detail: message,
    instance: path,
    code,
    message,
    ...(options.issues
      ? {
          errors: options.issues.map((issue) => ({
            path: issue.path,
            code: issue.code,
            message: messages.validationText(language, issue.code, issue.params),
          })),
        }
      : {}),
    requestId,
  };
}
