import de from "@praxisportal/contract/errors.de.json" with { type: "json" };
import en from "@praxisportal/contract/errors.en.json" with { type: "json" };
import fr from "@praxisportal/contract/errors.fr.json" with { type: "json" };
import it from "@praxisportal/contract/errors.it.json" with { type: "json" };
import { type ErrorCode, type Problem, statusOf } from "@praxisportal/contract/errors";
import type { Language } from "@praxisportal/contract/languages";
import { type AiSubject, messagesFrom } from "@praxisportal/contract/messages";
import type { MessageParams } from "@praxisportal/contract/validation";
import type { ValidationIssue } from "@praxisportal/contract/validation-issues";

const messages = messagesFrom({ de, en, fr, it });

/** Why a test call of an AI provider failed, in a language; it is an answer and no problem. */
export const { aiTestFailureText } = messages;

export type ProblemOptions = {
  /** Values for the placeholders of the text; also members of the answer. */
  params?: MessageParams;
  /** What a problem of the AI names: told as codes, and as words of the text. */
  ai?: AiSubject;
  /** Further members of the answer. */
  members?: Readonly<Record<string, unknown>>;
  issues?: readonly ValidationIssue[];
  retryAfterSeconds?: number;
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
};

/** The only way a call fails on purpose: a code of the catalogue. Its status and texts follow from the code. */
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

/** What a code says, for answers that are no problem documents: events of a stream. */
export function problemText(language: Language, code: ErrorCode): string {
  return messages.problemText(language, code, {});
}

/** Body of an error answer in the language of the request; never holds internals. */
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
    ...(options.ai && messages.aiParams(language, options.ai)),
  });
  return {
    ...options.params,
    ...options.ai,
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
