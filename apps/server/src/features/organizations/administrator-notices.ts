import { uuidV7 } from "@praxisportal/contract/identifiers";
import { defaultLanguage, isLanguage } from "@praxisportal/contract/languages";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { mailSubject } from "../../platform/mail/render-mail.ts";
import type { LiveEvents } from "../../platform/realtime/live-events.ts";
import { findAdministrators, type NoticeGroup } from "./administrator-notices.queries.ts";

/** What the administrators of a practice are told, each with the choice that decides about it; also its mail. */
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

/** Something that happened in a practice: by whom, and to whom if to anybody. */
type Notice = {
  kind: NoticeKind;
  organizationId: string;
  actorId: string | null;
  userId?: string;
};

/** Whom an ordered notice is still to be shown to. */
type OrderedNotice = Notice & { administrators: readonly { personId: string; language: string }[] };

/** Tells the administrators of a practice what others did there: in the portal, and by mail where an address is. */
export class AdministratorNotices {
  readonly #live: LiveEvents;

  constructor(live: LiveEvents) {
    this.#live = live;
  }

  /** Orders the mails inside the transaction of the change; give the answer to {@link announce} after the commit. */
  async order(tx: WriteTransaction, notice: Notice): Promise<OrderedNotice> {
    const { kind, organizationId, actorId, userId } = notice;
    const found = await findAdministrators(tx, organizationId, groups[kind], actorId);
    // Nobody is told about herself, but that her own budget runs out.
    const isBudget = groups[kind] === "budget";
    const administrators = found.filter(({ personId }) => isBudget || personId !== userId);
    for (const { personId, hasAddress } of administrators) {
      if (!hasAddress) continue;
      const order = { template: kind, personId, organizationId, actorId, ...(userId && { userId }) };
      await tx.emit("mail", order, uuidV7());
    }
    return { ...notice, administrators };
  }

  /** Shows it to those who are signed in. Names stay out of it: the page reads them under its own rights. */
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
