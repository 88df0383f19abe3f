import type { PlatformDb } from "../../platform/db/platform-db.ts";
import { readUserAgent } from "../../platform/http/origin/user-agent.ts";
import { idOf, type PrepareMail, toPerson } from "../../platform/mail/mail-job.ts";
import { findSignIn } from "./sessions.platform-queries.ts";

/** Prepares the mail about a sign-in on a new device: `{ personId, sessionId }`. */
export function newSignInMail(db: PlatformDb): PrepareMail {
  const toRecipient = toPerson(db);
  return async (payload, queuedAt) => {
    const [mail, signIn] = await Promise.all([
      toRecipient(payload, queuedAt),
      findSignIn(db, idOf(payload, "sessionId")),
    ]);
    if (mail === undefined || signIn === undefined) return undefined;
    const { browser, system } = readUserAgent(signIn.user_agent);
    const device = [browser, system].filter((name) => name !== null).join(", ");
    return {
      ...mail,
      values: { ...(device && { device }), ...(signIn.address && { address: signIn.address }) },
    };
  };
}
