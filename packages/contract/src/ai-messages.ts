import type { Language } from "./languages.ts";
import type { MessageParams } from "./validation.ts";
import type { AiGateFault } from "./ai/gate.rules.ts";
import type { AiTestFailure } from "./ai/provider-test.schema.ts";
import type { AiScope } from "./ai/scopes.rules.ts";

/** Reason why a quota refuses a call: it is used up, or was never granted. */
export type AiQuotaState = "usedUp" | "notGranted";

/** The part of `errors.<language>.json` that is about AI. */
export interface AiTexts {
  /** A sentence for each reason why an organization may not use an AI provider. */
  readonly aiFaults: Readonly<Record<AiGateFault, string>>;
  /** The scope in which AI is stopped or used up, as part of a sentence. */
  readonly aiScopes: Readonly<Record<AiScope, string>>;
  /** The state of a quota that refuses a call, as part of a sentence. */
  readonly aiQuotas: Readonly<Record<AiQuotaState, string>>;
  /** A sentence for each reason why a test call of an AI provider failed. */
  readonly aiTestFailures: Readonly<Record<AiTestFailure, string>>;
}

/** Details of an AI problem that become part of its text. */
export interface AiSubject {
  readonly missing?: readonly AiGateFault[];
  readonly scope?: AiScope;
  readonly quota?: AiQuotaState;
}

/** Functions that return texts about AI in any language. */
export interface AiMessages {
  /** Returns the values of the placeholders `missing`, `scope` and `quota`. */
  readonly aiParams: (language: Language, subject: AiSubject) => MessageParams;
  /** Returns the text of a failed test call of an AI provider. */
  readonly aiTestFailureText: (language: Language, failure: AiTestFailure) => string;
}

/** Binds the catalogues of all languages. */
export function aiMessagesFrom(catalogues: Readonly<Record<Language, AiTexts>>): AiMessages {
  return {
    aiParams: (language, { missing, scope, quota }) => ({
      ...(missing && { missing: missing.map((fault) => catalogues[language].aiFaults[fault]).join(" ") }),
      ...(scope && { scope: catalogues[language].aiScopes[scope] }),
      ...(quota && { quota: catalogues[language].aiQuotas[quota] }),
    }),
    aiTestFailureText: (language, failure) => catalogues[language].aiTestFailures[failure],
  };
}
