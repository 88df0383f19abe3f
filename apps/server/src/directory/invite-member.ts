import type { Clock } from "../platform/clock/clock.ts";
import type { WriteTransaction } from "../platform/db/write-transaction.ts";
import type { RequestContext } from "../platform/request-context/request-context.ts";
import { findClaimedAddress, insertInvitation } from "./invitations.queries.ts";
import type { MailLimits } from "./mail-limits.ts";

/** Invites the owner of the address that was entered for a member, replacing an earlier invitation. Errors: 429. */
export async function inviteMember(
  tx: WriteTransaction,
  context: RequestContext,
  offer: { organizationId: string; membershipId: string; message?: string },
  { mailLimits, clock }: { mailLimits: Pick<MailLimits, "countOfOrganization">; clock: Clock },
): Promise<void> {
  const email = await findClaimedAddress(tx, offer.organizationId, offer.membershipId);
  await mailLimits.countOfOrganization(tx, context, email);
  await insertInvitation(
    tx,
    {
      ...offer,
      message: offer.message ?? null,
      invitedBy: context.caller.personId,
      language: context.origin.language,
    },
    clock.now(),
  );
}
