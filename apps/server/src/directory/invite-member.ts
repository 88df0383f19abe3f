import type { Clock } from "../platform/clock/clock.ts";
import type { WriteTransaction } from "../platform/db/write-transaction.ts";
import type { RequestContext } from "../platform/request-context/request-context.ts";
import { findClaimedAddress, insertInvitation } from "./invitations.queries.ts";
import type { MailLimits } from "./mail-limits.ts";
import { takeSeat } from "./seats.queries.ts";

type Dependencies = { mailLimits: Pick<MailLimits, "countForOrganization">; clock: Clock };

/** Invites the owner of the address that was entered for a member, replacing an earlier invitation. Errors: 429. */
export async function inviteMember(
  tx: WriteTransaction,
  context: RequestContext,
  offer: { organizationId: string; membershipId: string; message?: string },
  { mailLimits, clock }: Dependencies,
): Promise<void> {
  const email = await findClaimedAddress(tx, offer.organizationId, offer.membershipId);
  await mailLimits.countForOrganization(tx, context, email);
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

/**
 * Invites a member again, for whom an earlier invitation may have expired. A pending member then takes their seat
 * again. Errors: 409 USER_LIMIT_REACHED, 429.
 */
export async function inviteAgain(
  tx: WriteTransaction,
  context: RequestContext,
  { organizationId, membershipId, status }: { organizationId: string; membershipId: string; status: string },
  dependencies: Dependencies,
): Promise<void> {
  // This comes before the new invitation, because a member without a seat is recognized by their expired invitation.
  if (status === "pending") await takeSeat(tx, organizationId, membershipId);
  await inviteMember(tx, context, { organizationId, membershipId }, dependencies);
}
