import { useEffect, useState } from "react";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { useLinkToken } from "../../platform/session/use-link-token.ts";
import { linkExpiry } from "./setup.api.ts";

export type LinkState =
  | { readonly kind: "checking" }
  | { readonly kind: "valid"; readonly expiresAt: string }
  | { readonly kind: "invalid" }
  /** The check failed. A retry may help. */
  | { readonly kind: "unknown"; readonly message: string };

/** The path without the token, shown once the token has been read. */
const addressWithoutToken = "/setup";

/** Returns the token of the link and whether it is still valid. */
export function useSetupLink() {
  const token = useLinkToken(addressWithoutToken);
  const [state, setState] = useState<LinkState>({ kind: token === "" ? "invalid" : "checking" });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    // After a reload the URL no longer holds the token.
    if (token === "") return;
    let current = true;
    linkExpiry(token).then(
      (expiresAt) => current && setState({ kind: "valid", expiresAt }),
      (error: unknown) => {
        if (!current) return;
        const isRejected = isApiError(error) && error.status === 400;
        setState(
          isRejected
            ? { kind: "invalid" }
            : { kind: "unknown", message: error instanceof Error ? error.message : "" },
        );
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
