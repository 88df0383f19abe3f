import { uuidV7 } from "@praxisportal/contract/identifiers";
import type { WriteTransaction } from "../db/write-transaction.ts";
import { readUserAgent } from "../http/origin/user-agent.ts";
import type { PlatformDb } from "../db/platform-db.ts";
import type { RequestContext } from "../request-context/request-context.ts";
import { findAdministrator, findUserAgent } from "./mail.queries.ts";
import { idOf, type PrepareMail, toPerson } from "./mail-job.ts";
import type { MailTemplate, MailValues } from "./render-mail.ts";

/** Names of the mails about a change to the recipient's own account. */
export type IdentityNotice = Extract<
  MailTemplate,
  | "passwordChanged"
  | "twoFactorOn"
  | "twoFactorOff"
  | "passkeyAdded"
  | "passkeyRemoved"
  | "ownDataExported"
  | "backupCodesRenewed"
  | "recoveryCodeCreated"
  | "dayCodeCreated"
  | "ownRoleChanged"
>;

type ActedBy = { actorId: string; organizationId: string } | { sessionId: string };

/** Returns the ids for a mail job that identify who changed the account of `personId` in this request. */
export function actedBy(context: RequestContext, personId: string): ActedBy {
  const { caller, organizationIfAny } = context;
  return caller.personId === personId || organizationIfAny === undefined
    ? { sessionId: caller.sessionId }
    : { actorId: caller.personId, organizationId: organizationIfAny.id };
}

/** Queues the mail that informs a person about a change to their account and its author. */
export async function queueIdentityNotice(
  tx: WriteTransaction,
  template: IdentityNotice,
  personId: string,
  by: ActedBy | undefined,
): Promise<void> {
  tx.emit("mail", { template, personId, ...by }, uuidV7());
}

/** Prepares a notice to a person about their account: `{ personId, actorId?, organizationId?, sessionId? }`. */
export function identityNoticeMail({ db, publicUrl }: { db: PlatformDb; publicUrl: URL }): PrepareMail {
  const toRecipient = toPerson(db);
  return async (payload, queuedAt) => {
    const [mail, by] = await Promise.all([toRecipient(payload, queuedAt), actorValues(db, payload)]);
    return mail && { ...mail, values: { ...by, link: new URL("/password-reset", publicUrl) } };
  };
}

/**
 * Returns the values that describe the author of a change, from the ids of a mail job. The author is an administrator
 * of an organization, or the user of a session.
 */
export async function actorValues(
  db: PlatformDb,
  payload: Readonly<Record<string, unknown>>,
): Promise<Pick<MailValues, "by" | "actor" | "organization" | "timeZone" | "device">> {
  if (payload["actorId"]) {
    const administrator = await findAdministrator(
      db,
      idOf(payload, "actorId"),
      idOf(payload, "organizationId"),
    );
    return administrator === undefined ? {} : { by: "administrator", ...administrator };
  }
  if (!payload["sessionId"]) return {};
  const { browser, system } = readUserAgent(await findUserAgent(db, idOf(payload, "sessionId")));
  const device = [browser, system].filter((name) => name !== null).join(", ");
  return { by: "self", ...(device && { device }) };
}
