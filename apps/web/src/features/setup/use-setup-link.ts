import { useParams } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { linkExpiry } from "./setup.api.ts";

export type LinkState =
  | { readonly kind: "checking" }
  | { readonly kind: "valid"; readonly expiresAt: string }
  | { readonly kind: "invalid" }
  /** Nobody could say; trying again may help. */
  | { readonly kind: "unknown"; readonly message: string };

/** What the address shows once the token has been read. */
const addressWithoutToken = "/setup";

/**
 * The token of the link and whether it is still good. The token leaves the address bar and the history at
 * once: whoever looks over the shoulder or opens the history later finds nothing. It is kept in memory, so a
 * reload needs the link again.
 */
export function useSetupLink() {
  const params = useParams({ strict: false });
  const [token] = useState(params.token ?? "");
  const [state, setState] = useState<LinkState>({ kind: token === "" ? "invalid" : "checking" });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    // The router follows changes made through `window.history` and would look for a page at the new address;
    // the prototype's own method changes the address bar alone.
    History.prototype.replaceState.call(window.history, window.history.state, "", addressWithoutToken);
  }, []);

  useEffect(() => {
    // After a reload the address holds no token any more.
    if (token === "") return;
    let current = true;
    linkExpiry(token).then(
      (expiresAt) => current && setState({ kind: "valid", expiresAt }),
      (error: unknown) => {
        if (!current) return;
        const refused = isApiError(error) && error.status === 400;
        setState(
          refused
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
