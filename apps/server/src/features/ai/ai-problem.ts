import { aiMessagesFrom, type AiSubject } from "@praxisportal/contract/ai-messages";
import { errorTexts } from "../../platform/http/error-texts.ts";
import { ProblemError } from "../../platform/http/problem.ts";

const messages = aiMessagesFrom(errorTexts);

/** Returns why a test call of a provider failed; part of a successful response, not a problem. */
export const { aiTestFailureText } = messages;

/** Returns a problem whose subject is a member of the response as codes, and part of its text as words. */
export function aiProblem(
  code: "AI_PROVIDER_NOT_READY" | "AI_STOPPED" | "QUOTA_EXCEEDED",
  subject: AiSubject,
): ProblemError {
  return new ProblemError(code, {
    members: { ...subject },
    words: (language) => messages.aiParams(language, subject),
  });
}
