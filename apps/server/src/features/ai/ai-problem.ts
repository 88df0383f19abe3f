import { aiMessagesFrom, type AiSubject } from "@praxisportal/contract/ai-messages";
import { errorTexts } from "../../platform/http/error-texts.ts";
import { ProblemError } from "../../platform/http/problem.ts";

const messages = aiMessagesFrom(errorTexts);

/** Returns why a test call of a provider failed; part of a successful response, not a problem. */
export const { aiTestFailureText } = messages;

/** Returns a problem that gives its subject twice: as codes in members of the response, and as words in its text. */
export function aiProblem(
  code: "AI_PROVIDER_NOT_READY" | "AI_STOPPED" | "QUOTA_EXCEEDED",
  subject: AiSubject,
): ProblemError {
  return new ProblemError(code, {
    members: { ...subject },
    words: (language) => messages.aiParams(language, subject),
  });
}
