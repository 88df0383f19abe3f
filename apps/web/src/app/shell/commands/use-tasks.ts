import { useNavigate, type NavigateOptions } from "@tanstack/react-router";
import CalendarX from "lucide-react/icons/calendar-x";
import ClipboardCheck from "lucide-react/icons/clipboard-check";
import Download from "lucide-react/icons/download";
import FileCheck from "lucide-react/icons/file-check";
import Hash from "lucide-react/icons/hash";
import KeyRound from "lucide-react/icons/key-round";
import Lock from "lucide-react/icons/lock";
import OctagonX from "lucide-react/icons/octagon-x";
import Receipt from "lucide-react/icons/receipt";
import ShieldCheck from "lucide-react/icons/shield-check";
import ShieldOff from "lucide-react/icons/shield-off";
import Smartphone from "lucide-react/icons/smartphone";
import UserPlus from "lucide-react/icons/user-plus";
import type { LucideIcon } from "lucide-react";
import { useTranslations } from "use-intl";
import { sessionHasRole, useHasPermission } from "../../../platform/session/session-access.ts";
import { useSession } from "../../../platform/session/session.store.ts";
import { canVisit } from "../../router/guard-decision.ts";
import { routeTable } from "../../router/route-table.ts";
import { usePrincipal } from "../user/use-principal.ts";
import type { Command } from "./command.ts";
import type taskTexts from "./tasks.de.json";

interface Task {
  readonly key: keyof typeof taskTexts.label;
  readonly icon: LucideIcon;
  readonly route: keyof typeof routeTable;
  readonly search?: Readonly<Record<string, string>>;
  /** Required in addition to the page's own access rule. `administrator` is the administrator of the organization. */
  readonly permission?: "users:write" | "ai:manage" | "administrator";
}

/** Tasks whose name differs from the title of their page. */
const tasks: readonly Task[] = [
  {
    key: "addPerson",
    icon: UserPlus,
    route: "users",
    search: { create: "person" },
    permission: "users:write",
  },
  {
    key: "join",
    icon: ClipboardCheck,
    route: "users",
    search: { create: "onboarding" },
    permission: "users:write",
  },
  { key: "leave", icon: CalendarX, route: "staffBoard" },
  { key: "locked", icon: Lock, route: "users", search: { status: "locked" }, permission: "users:write" },
  { key: "dayCode", icon: Smartphone, route: "users", permission: "users:write" },
  {
    key: "withoutSecondFactor",
    icon: ShieldOff,
    route: "users",
    search: { finding: "membersTwoFactor" },
    permission: "users:write",
  },
  { key: "inspection", icon: FileCheck, route: "evidence" },
  {
    key: "emergencyCode",
    icon: KeyRound,
    route: "organization",
    search: { tab: "security" },
    permission: "administrator",
  },
  { key: "stopAi", icon: OctagonX, route: "organization", search: { tab: "ai" }, permission: "ai:manage" },
  { key: "aiCosts", icon: Receipt, route: "usage" },
  { key: "secondFactor", icon: ShieldCheck, route: "twoFactorSetup" },
  { key: "pin", icon: Hash, route: "profile", search: { tab: "security" } },
  { key: "ownData", icon: Download, route: "settings" },
];

/** Returns the tasks that the user is permitted to do, with additional search terms. */
export function useTasks(): Command[] {
  const t = useTranslations("tasks");
  const navigate = useNavigate();
  const principal = usePrincipal();
  const hasOrganization = useSession((session) => session.organization !== null);
  const permitted = {
    "users:write": useHasPermission("users:write") && hasOrganization,
    "ai:manage": useHasPermission("ai:manage") && hasOrganization,
    administrator: useSession((session) => sessionHasRole(session, ["org_admin"])),
  };
  return tasks
    .filter(
      ({ route, permission }) =>
        canVisit(routeTable[route].access, principal) && (permission === undefined || permitted[permission]),
    )
    .map(({ key, icon, route, search = {} }) => ({
      key: `task-${key}`,
      label: t(`label.${key}`),
      words: t(`words.${key}`),
      icon,
      run: () => void navigate({ to: routeTable[route].path, search } as NavigateOptions),
    }));
}
