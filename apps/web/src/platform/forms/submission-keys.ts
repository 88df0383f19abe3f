import { isApiError } from "../api-client/api-error.ts";

export interface SubmissionKeys {
  /** Returns the Idempotency-Key for sending `input`. */
  readonly keyFor: (input: unknown) => string;
  /** Ends the submission, because its outcome is known. */
  readonly settle: () => void;
  /** Ends the submission if the error shows that the server has processed it. */
  readonly settleBy: (error: unknown) => void;
}

/**
 * Provides one Idempotency-Key per submission. While the outcome is unknown, sending the same input again is a retry
 * with the same key, so that nothing is done twice. Changed input is a new submission.
 */
export function createSubmissionKeys(): SubmissionKeys {
  let open: { readonly input: string; readonly key: string } | null = null;
  const settle = () => {
    open = null;
  };
  return {
    keyFor(input) {
      const text = JSON.stringify(input) ?? "";
      if (open?.input !== text) open = { input: text, key: crypto.randomUUID() };
      return open.key;
    },
    settle,
    settleBy(error) {
      if (isApiError(error) && error.status > 0 && error.status < 500) settle();
    },
  };
}
