import { uuidV7 } from "@praxisportal/contract/identifiers";
import { defaultLanguage, isLanguage } from "@praxisportal/contract/languages";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { mailSubject } from "../../platform/mail/render-mail.ts";
import type { LiveEvents } from "../../platform/realtime/live-events.ts";
import { findAdministrators, type NoticeGroup } from "./administrator-notices.queries.ts";

/**
 * The notices to the administrators of a practice, each with the setting that controls it; also the template of its
 * mail.
 */
const groups = {
  memberAdded: "members",
  memberRemoved: "members",
  memberLeft: "members",
  memberAccessEnds: "members",
  memberRoleChanged: "roles",
  memberCredentialsChanged: "security",
  memberSecondFactorReset: "security",
  practiceSecurityChanged: "security",
  aiApprovalWithdrawn: "security",
  aiPracticeNear: "budget",
  aiPracticeReached: "budget",
  aiPersonNear: "budget",
  aiPersonReached: "budget",
} as const satisfies Record<string, NoticeGroup>;

const warnings: readonly NoticeGroup[] = ["security", "budget"];

export type NoticeKind = keyof typeof groups;

/** An event in a practice: who caused it, and whom it concerns, if anyone. */
type Notice = {
  kind: NoticeKind;
  organizationId: string;
  actorId: string | null;
  userId?: string;
};

/** An ordered notice with the administrators to whom it is still to be shown. */
type OrderedNotice = Notice & { administrators: readonly { personId: string; language: string }[] };

/**
 * Notifies the administrators of a practice of what others did there: in the portal, and by mail where they have an
 * address.
 */
export class AdministratorNotices {
  readonly #live: LiveEvents;

  constructor(live: LiveEvents) {
    this.#live = live;
  }

  /** Orders the mails inside the transaction of the change; pass the result to {@link announce} after the commit. */
  async order(tx: WriteTransaction, notice: Notice): Promise<OrderedNotice> {
    const { kind, organizationId, actorId, userId } = notice;
    const found = await findAdministrators(tx, organizationId, groups[kind], actorId);
    // Administrators are not notified about themselves, except when their own budget runs out.
    const isBudget = groups[kind] === "budget";
    const administrators = found.filter(({ personId }) => isBudget || personId !== userId);
    for (const { personId, hasAddress } of administrators) {
      if (!hasAddress) continue;
      const order = { template: kind, personId, organizationId, actorId, ...(userId && { userId }) };
      await tx.emit("mail", order, uuidV7());
    }
    return { ...notice, administrators };
  }

  /**
   * Shows the notice to signed-in administrators. It contains no names: the page reads them with its own permissions.
   */
  announce({ kind, organizationId, userId, administrators }: OrderedNotice): void {
    for (const { personId, language } of administrators) {
      this.#live.publish({
        event: "notification",
        organizationId,
        personId,
        data: {
          type: warnings.includes(groups[kind]) ? "warning" : "info",
          message: mailSubject(kind, isLanguage(language) ? language : defaultLanguage),
          kind,
          ...(userId && { userId }),
        },
      });
    }
  }
}
