import type { InvitationView } from "@praxisportal/contract/members/members.schema";

/** Returns the organization's view of an open invitation, or null without one. */
export function presentInvitation(row: { sent_at: Date | null; expires_at: Date } | undefined) {
  if (row === undefined) return null;
  return { sentAt: row.sent_at?.toISOString() ?? null, expiresAt: row.expires_at.toISOString() };
}

/** Returns the mailbox owner's view of an invitation before they respond. */
export function presentOffer(
  offer: {
    organizationName: string;
    invitedBy: string | null;
    firstName: string;
    lastName: string;
    username: string | null;
    message: string | null;
    expiresAt: Date;
  },
  email: string,
  answer: InvitationView["answer"],
): InvitationView {
  return {
    organizationName: offer.organizationName,
    invitedBy: offer.invitedBy,
    email,
    firstName: offer.firstName,
    lastName: offer.lastName,
    username: offer.username,
    message: offer.message,
    expiresAt: offer.expiresAt.toISOString(),
    answer,
  };
}
