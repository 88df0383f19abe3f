import { useQuery } from "@tanstack/react-query";
import { Link, linkOptions } from "@tanstack/react-router";
import ListChecks from "lucide-react/icons/list-checks";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { quotaQuery } from "../../../entities/quota/quota.api.ts";
import { instructionQuery } from "../../../features/ai-instruction/ai-instruction.api.ts";
import { NotificationEntry } from "../../../features/notifications/notification-entry.tsx";
import { ownPinQuery } from "../../../features/workstation/workstation.api.ts";
import { isSharedWorkstation } from "../../../platform/api-client/tokens.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { useNotifications } from "../../../platform/notifications/notifications.store.ts";
import { useHasPermission } from "../../../platform/session/session-access.ts";
import { useSession } from "../../../platform/session/session.store.ts";
import { Meter } from "../../../ui/chart/meter.tsx";
import { linkClass } from "../../../ui/button/link-style.ts";
import { CountPill } from "../../../ui/label/count-pill.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { QuickActions } from "./quick-actions.tsx";

/** Number of messages on the start page. The bell lists all of them. */
const maxMessages = 4;

/** Start page of a user who does not administer the organization: their tasks, messages and AI budget. */
export function PersonalStart({ organizationId }: { organizationId: string }) {
  const canUseAi = useHasPermission("ai:use");
  return (
    <div className="mt-4 grid items-start gap-4 lg:grid-cols-2 xl:grid-cols-3">
      <OwnTasks organizationId={organizationId} canUseAi={canUseAi} />
      <div className="grid gap-4">
        <OwnMessages />
        {canUseAi && <OwnBudget organizationId={organizationId} />}
      </div>
      <QuickActions statistics={undefined} />
    </div>
  );
}

/** How long before temporary access ends it is shown as a task. */
const accessEndNoticeMs = 14 * 86_400_000;

const toSecurity = linkOptions({ to: "/profile", search: { tab: "security" } });
const toProfile = linkOptions({ to: "/profile", search: {} });
const toAssistant = linkOptions({ to: "/assistant" });

interface OwnTask {
  readonly key: "pin" | "twoFactor" | "email" | "aiInstruction" | "accessEnds";
  readonly link: typeof toSecurity | typeof toProfile | typeof toAssistant;
}

/** Returns the open tasks in the user's own account. */
function useOwnTasks(organizationId: string, canUseAi: boolean): OwnTask[] {
  const user = useSession((session) => session.user);
  const instruction = useQuery({ ...instructionQuery(organizationId), enabled: canUseAi });
  const pin = useQuery({ ...ownPinQuery, enabled: isSharedWorkstation() }).data;
  const [now] = useState(() => Date.now());
  if (user === null) return [];
  const { validUntil } = user;
  const isEnding = validUntil !== null && Date.parse(validUntil) - now < accessEndNoticeMs;
  return [
    ...(pin?.unavailable === null && !pin.here ? [{ key: "pin", link: toSecurity } as const] : []),
    // The tab offers both the app and a passkey.
    ...(user.twoFactorEnabled ? [] : [{ key: "twoFactor", link: toSecurity } as const]),
    ...(user.emailVerified && user.pendingEmail === null ? [] : [{ key: "email", link: toProfile } as const]),
    ...(instruction.data?.isDue === true ? [{ key: "aiInstruction", link: toAssistant } as const] : []),
    ...(isEnding ? [{ key: "accessEnds", link: toProfile } as const] : []),
  ];
}

function OwnTasks({ organizationId, canUseAi }: { organizationId: string; canUseAi: boolean }) {
  const t = useTranslations("personal-start");
  const format = useFormat();
  const tasks = useOwnTasks(organizationId, canUseAi);
  const validUntil = useSession((session) => session.user?.validUntil ?? null);
  const values = { date: validUntil === null ? "" : format.date(validUntil) };
  return (
    <Card title={t("tasks.title")} aside={<CountPill>{tasks.length}</CountPill>}>
      {tasks.length === 0 ? (
        <p className="text-dense text-text-2">{t("tasks.none")}</p>
      ) : (
        <ul className="grid divide-y divide-line">
          {tasks.map(({ key, link }) => (
            <li key={key} className="flex items-start gap-3 py-2 first:pt-0 last:pb-0">
              <ListChecks size={18} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0 text-text-3" />
              <span className="grid text-dense">
                <Link {...link} className={linkClass}>
                  {t(`tasks.${key}`, values)}
                </Link>
                <span className="text-small text-text-3">{t(`tasks.${key}Text`)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function OwnMessages() {
  const t = useTranslations("personal-start");
  const items = useNotifications((state) => state.items);
  return (
    <Card title={t("messages.title")}>
      {items.length === 0 ? (
        <p className="text-dense text-text-2">{t("messages.none")}</p>
      ) : (
        <ul className="grid divide-y divide-line">
          {items.slice(0, maxMessages).map((item) => (
            <NotificationEntry key={item.id} item={item} onLeave={() => undefined} />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** AI tokens that the user has used this month, compared with their limit. */
function OwnBudget({ organizationId }: { organizationId: string }) {
  const t = useTranslations("personal-start");
  const format = useFormat();
  const ownQuota = useQuery(quotaQuery(organizationId)).data?.own;
  if (ownQuota === undefined) return null;
  const { used, limit } = ownQuota;
  const text =
    limit === null
      ? t("budget.unlimited", { used: format.number(used) })
      : t("budget.used", { used: format.number(used), limit: format.number(limit) });
  return (
    <Card title={t("budget.title")}>
      {limit !== null && (
        <Meter label={t("budget.title")} valueText={text} ratio={limit === 0 ? 1 : used / limit} limitMark />
      )}
      <p className="mt-2 text-dense text-text-2">{text}</p>
    </Card>
  );
}
