import { useEffect, useState } from "react";
import { useCheckedLink } from "../../platform/session/mailed-link/use-checked-link.ts";
import { useLinkToken } from "../../platform/session/mailed-link/use-link-token.ts";
import { fetchInvitation } from "./invitation.api.ts";

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
  useEffect(() => storeInvitationToken(""), []);
  return { token, ...useCheckedLink(token, fetchInvitation) };
}
