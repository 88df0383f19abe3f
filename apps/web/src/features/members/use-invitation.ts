import { useEffect, useState } from "react";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { useLinkToken } from "../../platform/session/use-link-token.ts";
import { tabValues } from "../../platform/storage/browser-storage.ts";
import { storageKeys } from "../../platform/storage/storage-keys.ts";
import { type InvitationView, readInvitation } from "./invitation.api.ts";

export type InvitationState =
  | { readonly kind: "checking" | "invalid" }
  | { readonly kind: "open"; readonly view: InvitationView }
  /** Nobody could say; trying again may help. */
  | { readonly kind: "unknown"; readonly message: string };

/** What the address shows once the token has been read. */
export const invitationPath = "/invitation";

/** Keeps the token in this tab while its owner signs in, and only so long. */
export function keepInvitation(token: string): void {
  tabValues.set(storageKeys.invitation, token);
}

/** The invitation of the link, or the one that was kept over a sign-in. */
export function useInvitation() {
  const fromLink = useLinkToken(invitationPath);
  const [token] = useState(() => fromLink || (tabValues.get(storageKeys.invitation) ?? ""));
  const [state, setState] = useState<InvitationState>({ kind: token === "" ? "invalid" : "checking" });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    tabValues.remove(storageKeys.invitation);
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
