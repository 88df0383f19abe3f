import type { Clock } from "../../platform/clock/clock.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import type { Notifier } from "./notifier.ts";
import { findAdministrators, type NoticeGroup } from "./administrator-notices.queries.ts";

/**
 * The notices to the administrators of an organization, each with the setting that controls it. The key is also the
 * template of its mail.
 */
const groups = {
  memberAdded: "members",
  memberRemoved: "members",
  memberLeft: "members",
  memberAccessEnds: "members",
  memberRoleChanged: "roles",
  memberCredentialsChanged: "security",
  memberSecondFactorReset: "security",
  organizationSecurityChanged: "security",
  noticeGiven: "contract",
  noticeWithdrawn: "contract",
  contractEnded: "contract",
  trialEnds: "contract",
  seatsNear: "contract",
  seatsReached: "contract",
  storageNear: "contract",
  storageReached: "contract",
  webhookFailing: "webhooks",
  webhookDisabled: "webhooks",
  organizationExported: "export",
  evidenceCreated: "evidence",
  cloudSyncChanged: "export",
  cloudSyncFailed: "contract",
  mandateChanged: "mandate",
  emergencyCodeChanged: "emergencyCode",
  emergencyCodeUsed: "emergencyCode",
  emergencyCodeFailed: "emergencyCode",
  aiApprovalWithdrawn: "security",
  aiOrganizationNear: "budget",
  aiOrganizationReached: "budget",
  aiPersonNear: "budget",
  aiPersonReached: "budget",
} as const satisfies Record<string, NoticeGroup>;

const warnings: readonly NoticeGroup[] = [
  "security",
  "export",
  "mandate",
  "emergencyCode",
  "budget",
  "contract",
  "webhooks",
];

/** Groups whose notices also go to the person who caused them, in case someone else used their account. */
const groupsForActor: readonly NoticeGroup[] = ["export", "evidence", "mandate", "emergencyCode"];

export type NoticeKind = keyof typeof groups;

/** An event in an organization, with the user who caused it and the user it is about, if any. */
type Notice = {
  kind: NoticeKind;
  organizationId: string;
  actorId: string | null;
  userId?: string;
};

/** The page that shows what a notice is about. */
const routes = {
  members: "users",
  roles: "users",
  security: "organization",
  export: "audit",
  evidence: "evidence",
  mandate: "audit",
  emergencyCode: "audit",
  budget: "aiUsage",
  contract: "organization",
  webhooks: "webhooks",
} as const satisfies Record<NoticeGroup, string>;

/**
 * Notifies the administrators of an organization of changes that others made there: in the portal, and by mail where
 * they have an address.
 */
export class AdministratorNotices {
  readonly #notifier: Pick<Notifier, "storeAndMail">;
  readonly #clock: Clock;

  constructor(notifier: Pick<Notifier, "storeAndMail">, clock: Clock) {
    this.#notifier = notifier;
    this.#clock = clock;
  }

  /** Stores and mails the notifications inside the transaction of the change. Returns the recipients. */
  async queue(tx: WriteTransaction, notice: Notice): Promise<readonly { personId: string }[]> {
    const { kind, organizationId, actorId, userId } = notice;
    const administratorRows = await findAdministrators(tx, organizationId, groups[kind], {
      exceptPersonId: groupsForActor.includes(groups[kind]) ? null : actorId,
      now: this.#clock.now(),
    });
    // Administrators are not notified about themselves, except when their own budget runs out.
    const isBudget = groups[kind] === "budget";
    const administrators = administratorRows.filter(({ personId }) => isBudget || personId !== userId);
    const group = groups[kind];
    // The notification contains no names: the page reads them with its own permissions, and the mail when it is sent.
    this.#notifier.storeAndMail(
      tx,
      administrators.map(({ personId }) => ({
        personId,
        organizationId,
        type: warnings.includes(group) ? "warning" : "info",
        template: kind,
        ids: { ...(actorId && { actorId }) },
        route: userId === undefined ? routes[group] : group === "budget" ? "aiUsage" : "users",
        ...(userId && { userId }),
      })),
    );
    return administrators;
  }
}
