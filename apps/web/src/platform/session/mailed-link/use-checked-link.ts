import { useEffect, useState } from "react";
import { isApiError } from "../../api-client/api-error.ts";

export type LinkState<View> =
  | { readonly kind: "checking" | "invalid" }
  /** The URL contained no token: it was cut off, or the page was reloaded. */
  | { readonly kind: "incomplete" }
  | { readonly kind: "open"; readonly view: View }
  /** The check failed; a retry may help. */
  | { readonly kind: "unknown"; readonly message: string };

/**
 * Checks the token of a mailed link with the server. An empty token is incomplete without a request.
 * @param check Stable function that resolves with what the link opens, and rejects with status 400 for an invalid link.
 */
export function useCheckedLink<View>(token: string, check: (token: string) => Promise<View>) {
  const [state, setState] = useState<LinkState<View>>({ kind: token === "" ? "incomplete" : "checking" });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (token === "") return;
    let current = true;
    check(token).then(
      (view) => current && setState({ kind: "open", view }),
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
  }, [token, check, attempt]);

  return {
    state,
    retry: () => {
      setState({ kind: "checking" });
      setAttempt(attempt + 1);
    },
    markInvalid: () => setState({ kind: "invalid" }),
  };
}
