import { useEffect, useState } from "react";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { useLinkToken } from "../../platform/session/use-link-token.ts";
import { type InvitationView, fetchInvitation } from "./invitation.api.ts";

export type InvitationState =
  | { readonly kind: "checking" | "invalid" }
  | { readonly kind: "open"; readonly view: InvitationView }
  /** The check failed. A retry may help. */
  | { readonly kind: "unknown"; readonly message: string };

/** The path without the token, shown once the token has been read. */
export const invitationPath = "/invitation";

let storedToken = "";

/** Keeps the token in memory only, while the user signs in on this page. It is never stored. */
export function storeInvitationToken(token: string): void {
  storedToken = token;
}

/** Returns the invitation from the link, or the invitation that was stored during a sign-in. */
export function useInvitation() {
  const fromLink = useLinkToken(invitationPath);
  const [token] = useState(() => fromLink || storedToken);
  const [state, setState] = useState<InvitationState>({ kind: token === "" ? "invalid" : "checking" });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    storeInvitationToken("");
    if (token === "") return;
    let current = true;
    fetchInvitation(token).then(
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
