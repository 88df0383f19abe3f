import type { AuditAction } from "../audit-actions.ts";

/** Questions that the actions of several areas answer. `rights`: what gave, changed or took a role or a permission. */
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

/** A topic instead of an action in the filter of the log. */
export function isAuditTopic(text: string): text is AuditTopic {
  return Object.hasOwn(auditTopics, text);
}

/** A search of the audit log names at most this number of actions; text that more actions have says nothing. */
export const maxSearchedActions = 80;
