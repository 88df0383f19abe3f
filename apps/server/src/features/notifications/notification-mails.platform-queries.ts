import { sql } from "kysely";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { NotificationMail, NotificationMails } from "../../platform/mail/mail-handler.ts";

/** Reads the mails of stored notifications, even of those that their recipient has deleted since. */
export function notificationMails(db: PlatformDb): NotificationMails {
  return {
    async find(id) {
      const { rows } = await sql<NotificationMail>`
        select kind as template, messages as subjects,
          jsonb_strip_nulls(jsonb_build_object(
            'personId', person_id, 'organizationId', organization_id, 'userId', subject_id)) || mail as "order"
        from notification where id = ${id} and mail is not null`.execute(db.reads);
      return rows[0];
    },
    async markSent(id) {
      // In this order, because the recipient may delete it at the same time.
      await sql`update notification set mail = null where id = ${id}`.execute(db.writes);
      await sql`delete from notification where id = ${id} and deleted_at is not null`.execute(db.writes);
    },
  };
}
