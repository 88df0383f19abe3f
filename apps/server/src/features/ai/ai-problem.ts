import type { AiScope } from "@praxisportal/contract/ai/scopes.rules";
import { aiMessagesFrom, type AiSubject } from "@praxisportal/contract/ai-messages";
import { errorTexts } from "../../platform/http/error-texts.ts";
import { ProblemError } from "../../platform/http/problem.ts";

const messages = aiMessagesFrom(errorTexts);

/** Returns why a test call of a provider failed; part of a successful response, not a problem. */
export const { aiTestFailureText } = messages;

/** Returns a problem that gives its subject twice: as codes in members of the response, and as words in its text. */
export function aiProblem(code: "AI_PROVIDER_NOT_READY" | "AI_STOPPED", subject: AiSubject): ProblemError {
  return new ProblemError(code, {
    members: { ...subject },
    words: (language) => messages.aiParams(language, subject),
  });
}

/**
 * Returns the problem of a call that exceeds a quota.
 *
 * @param isGranted false for a quota of 0, whose text does not say that something was used up
 */
export function quotaProblem(scope: AiScope, isGranted: boolean): ProblemError {
  return new ProblemError("QUOTA_EXCEEDED", {
    members: { scope },
    words: (language) => messages.aiParams(language, { scope, quota: isGranted ? "usedUp" : "notGranted" }),
  });
}
