import type { Clock } from "../../platform/clock/clock.ts";
import { hashToken, makeToken } from "../../platform/crypto/tokens.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import { idOf, type PrepareMail } from "../../platform/mail/mail-job.ts";
import { findOpenInvitation, replaceInvitationToken } from "./invitation-mail.platform-queries.ts";

/**
 * Prepares the mail of an invitation, `{ organizationId, invitationId }`, to the address entered by the organization.
 */
export function invitationMail(dependencies: { db: PlatformDb; clock: Clock; publicUrl: URL }): PrepareMail {
  return async (payload) => {
    const [organizationId, invitationId] = [idOf(payload, "organizationId"), idOf(payload, "invitationId")];
    const now = dependencies.clock.now();
    const invitation = await findOpenInvitation(dependencies.db, organizationId, invitationId, now);
    if (!invitation?.address) return undefined;
    const { personId, address, name, expiresAt, organization, inviter, message, language } = invitation;
    const token = makeToken();
    await replaceInvitationToken(
      dependencies.db,
      { hash: hashToken(token), personId, organizationId, invitationId, email: address, expiresAt },
      now,
    );
    return {
      to: { name, address },
      language,
      values: {
        organization,
        inviter,
        ...(message ? { message } : {}),
        link: new URL(`/invitation/${token}`, dependencies.publicUrl),
        until: expiresAt,
      },
    };
  };
}
