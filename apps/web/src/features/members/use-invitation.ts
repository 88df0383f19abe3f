import { useEffect, useState } from "react";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { useLinkToken } from "../../platform/session/use-link-token.ts";
import { type InvitationView, readInvitation } from "./invitation.api.ts";

export type InvitationState =
  | { readonly kind: "checking" | "invalid" }
  | { readonly kind: "open"; readonly view: InvitationView }
  /** The check failed; a retry may help. */
  | { readonly kind: "unknown"; readonly message: string };

/** The path without the token, shown once the token has been read. */
export const invitationPath = "/invitation";

let kept = "";

/** Keeps the token in memory only, while the user signs in on this page. It is never stored. */
export function keepInvitation(token: string): void {
  kept = token;
}

/** The invitation from the link, or the one kept during a sign-in. */
export function useInvitation() {
  const fromLink = useLinkToken(invitationPath);
  const [token] = useState(() => fromLink || kept);
  const [state, setState] = useState<InvitationState>({ kind: token === "" ? "invalid" : "checking" });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    keepInvitation("");
    if (token === "") return;
    let current = true;
    readInvitation(token).then(
      (view) => current && setState({ kind: "open", view }),
      (error: unknown) => {
        if (!current) return;
        const refused = isApiError(error) && error.status === 400;
        const message = error instanceof Error ? error.message : "";
        setState(refused ? { kind: "invalid" } : { kind: "unknown", message });
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
