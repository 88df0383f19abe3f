import type { StoredNotification } from "@praxisportal/contract/notifications/notifications.schema";

export type NotificationRow = {
  id: string;
  person_id: string;
  organization_id: string | null;
  type: StoredNotification["type"];
  kind: string;
  messages: StoredNotification["messages"];
  route: StoredNotification["route"];
  subject_id: string | null;
  created_at: Date;
  read_at: Date | null;
};

/** Returns a notification as its recipient sees it. */
export function presentNotification(row: NotificationRow): StoredNotification {
  return {
    id: row.id,
    organizationId: row.organization_id,
    type: row.type,
    kind: row.kind,
    messages: row.messages,
    route: row.route,
    userId: row.subject_id,
    createdAt: row.created_at.toISOString(),
    read: row.read_at !== null,
  };
}
