import { hasPermission } from "@praxisportal/contract/permissions";
import { Link, linkOptions } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";
import ChevronRight from "lucide-react/icons/chevron-right";
import KeyRound from "lucide-react/icons/key-round";
import Lock from "lucide-react/icons/lock";
import Mail from "lucide-react/icons/mail";
import Settings from "lucide-react/icons/settings";
import UserPlus from "lucide-react/icons/user-plus";
import Users from "lucide-react/icons/users";
import { useTranslations } from "use-intl";
import type { UserStatistics } from "../../../features/users/users.api.ts";
import { useIsReadOnly } from "../../../platform/forms/write-block.tsx";
import { useSession } from "../../../platform/session/session.store.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { CountPill } from "../../../ui/label/count-pill.tsx";
import { canVisit } from "../../router/guard-decision.ts";
import { routeTable } from "../../router/route-table.ts";
import { usePrincipal } from "../../shell/user/use-principal.ts";

const toAdd = linkOptions({ to: "/users", search: { create: "person" } });
const toUsers = linkOptions({ to: "/users", search: {} });
const toLocked = linkOptions({ to: "/users", search: { status: "locked" } });
const toInvited = linkOptions({ to: "/users", search: { status: "pending" } });
const toSettings = linkOptions({ to: "/settings" });
const toPassword = linkOptions({ to: "/change-password" });

interface Action {
  readonly key: "add" | "users" | "locked" | "invitations" | "settings" | "password";
  readonly route: keyof typeof routeTable;
  readonly icon: LucideIcon;
  readonly link:
    | typeof toAdd
    | typeof toUsers
    | typeof toLocked
    | typeof toInvited
    | typeof toSettings
    | typeof toPassword;
  readonly count?: number;
  /** Required in addition to the access rule of the target page. */
  readonly permission?: string;
}

const add: Action = {
  key: "add",
  route: "users",
  icon: UserPlus,
  link: toAdd,
  permission: "users:write",
};

/** Returns the actions that the user may take and for which there is work. */
function useActions(statistics: UserStatistics | undefined): readonly Action[] {
  const principal = usePrincipal();
  const hasOrganization = useSession((session) => session.organization !== null);
  const isReadOnly = useIsReadOnly();
  const lockedCount = statistics?.lockedUsers ?? 0;
  const invited = statistics?.pendingUsers ?? 0;
  const actions: Action[] = [
    ...(hasOrganization && !isReadOnly ? [add] : []),
    { key: "users", route: "users", icon: Users, link: toUsers },
    { key: "locked", route: "users", icon: Lock, link: toLocked, count: lockedCount },
    {
      key: "invitations",
      route: "users",
      icon: Mail,
      link: toInvited,
      count: invited,
      permission: "users:write",
    },
    { key: "settings", route: "settings", icon: Settings, link: toSettings },
    { key: "password", route: "changePassword", icon: KeyRound, link: toPassword },
  ];
  return actions.filter(
    ({ route, count, permission }) =>
      count !== 0 &&
      canVisit(routeTable[route].access, principal) &&
      (permission === undefined || (principal !== null && hasPermission(principal, permission))),
  );
}

export function QuickActions({ statistics }: { statistics: UserStatistics | undefined }) {
  const t = useTranslations("dashboard");
  const actions = useActions(statistics);
  return (
    <Card title={t("actions.title")}>
      <ul className="-mx-2">
        {actions.map(({ key, icon: Icon, link, count }) => (
          <li key={key}>
            <Link
              {...link}
              className="focus-inset flex min-h-11 items-center gap-3 rounded-r-3 px-2 text-body text-text hover:bg-surface-2 md:min-h-10"
            >
              <Icon size={18} strokeWidth={1.75} className="shrink-0 text-accent-text" aria-hidden />
              <span className="min-w-0 flex-1">{t(`actions.${key}`)}</span>
              {count !== undefined && (
                <>
                  <span aria-hidden="true">
                    <CountPill>{count}</CountPill>
                  </span>
                  <span className="sr-only">, {t("actions.count", { count })}</span>
                </>
              )}
              <ChevronRight size={16} strokeWidth={2} className="shrink-0 text-text-3" aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
