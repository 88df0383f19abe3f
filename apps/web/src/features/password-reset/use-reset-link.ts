import { useEffect, useState } from "react";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { useLinkToken } from "../../platform/session/use-link-token.ts";
import { fetchResetLink } from "./password-reset.api.ts";

export type ResetLinkState =
  | { readonly kind: "checking" | "invalid" }
  | { readonly kind: "open"; readonly expiresAt: string }
  /** The check failed. A retry may help. */
  | { readonly kind: "unknown"; readonly message: string };

/** Returns the token of the emailed link and whether it is still valid. */
export function useResetLink() {
  const token = useLinkToken("/password-reset");
  const [state, setState] = useState<ResetLinkState>({ kind: "checking" });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let current = true;
    fetchResetLink(token).then(
      (expiresAt) => current && setState({ kind: "open", expiresAt }),
      (error: unknown) => {
        if (!current) return;
        const isRejected = isApiError(error) && error.status === 400;
        const message = error instanceof Error ? error.message : "";
        setState(isRejected ? { kind: "invalid" } : { kind: "unknown", message });
      },
    );
    return () => {
      current = false;
    };
  }, [token, attempt]);

  return {
    token,
    state,
    retry: () => {
      setState({ kind: "checking" });
      setAttempt(attempt + 1);
    },
    markInvalid: () => setState({ kind: "invalid" }),
  };
}
