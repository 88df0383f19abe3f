import type { AuditAction } from "../audit-actions.ts";

/** Sets of actions from several areas. `rights` are actions that granted, changed or revoked a role or permission. */
export const auditTopics = {
  rights: [
    "user.created",
    "user.role_changed",
    "user.transferred",
    "user.transfer_undone",
    "member.added",
    "member.invitation_accepted",
    "member.removed",
  ],
} as const satisfies Record<string, readonly AuditAction[]>;
export type AuditTopic = keyof typeof auditTopics;
/** The topics in display order. */
export const auditTopicNames = Object.keys(auditTopics) as readonly AuditTopic[];

/** Returns whether a filter of the log is a topic rather than an action or an area. */
export function isAuditTopic(text: string): text is AuditTopic {
  return Object.hasOwn(auditTopics, text);
}

/** Maximum number of actions in a search of the audit log. A text that occurs in more actions is too general. */
export const maxSearchedActions = 80;
