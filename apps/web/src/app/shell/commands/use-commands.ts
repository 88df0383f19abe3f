import { useQuery } from "@tanstack/react-query";
import { useNavigate, useRouter } from "@tanstack/react-router";
import Building2 from "lucide-react/icons/building-2";
import Globe from "lucide-react/icons/globe";
import KeyRound from "lucide-react/icons/key-round";
import Lock from "lucide-react/icons/lock";
import LogOut from "lucide-react/icons/log-out";
import Monitor from "lucide-react/icons/monitor";
import Moon from "lucide-react/icons/moon";
import Settings from "lucide-react/icons/settings";
import Sun from "lucide-react/icons/sun";
import UserRound from "lucide-react/icons/user-round";
import { useTranslations } from "use-intl";
import { useDebounced } from "../../../ui/form/use-debounced.ts";
import { nameOf, sortNameOf } from "../../../entities/person/person-name.ts";
import { languages } from "@praxisportal/contract/languages";
import { useCanViewSecurity } from "../../../features/users/use-can-view-security.ts";
import { organizationsQuery } from "../../../entities/organization/organization.api.ts";
import { peopleSearchQuery } from "../../../entities/person/person.api.ts";
import { languageNames } from "../../../platform/i18n/languages.ts";
import { setLanguage } from "../../../platform/i18n/store.ts";
import { lockScreen } from "../../../platform/session/lock/lock-screen.ts";
import { useHasPermission } from "../../../platform/session/session-access.ts";
import { useSession } from "../../../platform/session/session.store.ts";
import { setThemeMode } from "../../../platform/theme/theme-store.ts";
import { routeTable } from "../../router/route-table.ts";
import { navigationFor } from "../navigation/navigation-items.ts";
import { useLegacyOffer } from "../navigation/use-legacy-offer.ts";
import { useChooseOrganization } from "../navigation/use-choose-organization.ts";
import type { Command } from "./command.ts";
import { useTasks } from "./use-tasks.ts";
import { useSignOut } from "../user/use-sign-out.ts";
import { usePrincipal } from "../user/use-principal.ts";

export interface CommandGroup {
  readonly key: "pages" | "people" | "organizations" | "actions";
  readonly commands: readonly Command[];
}

const searchDelayMs = 200;
/** A single letter would match half the members. */
const minPeopleSearch = 2;

/** Returns the element id of a command, for `aria-activedescendant`. */
export function optionId(key: string): string {
  return `command-${key}`;
}

/** Returns the commands that contain each word of the query. Commands whose label begins with the query come first. */
function filterCommands(commands: readonly Command[], query: string): Command[] {
  const text = query.trim().toLocaleLowerCase();
  const matches = commands.filter((command) => {
    const words = `${command.label} ${command.detail ?? ""} ${command.words ?? ""}`.toLocaleLowerCase();
    return text.split(/\s+/u).every((word) => words.includes(word));
  });
  const isFirst = ({ label }: Command) => label.toLocaleLowerCase().startsWith(text);
  return [...matches.filter(isFirst), ...matches.filter((command) => !isFirst(command))];
}

function usePages(): Command[] {
  const frame = useTranslations("frame");
  const navigate = useNavigate();
  const navigationItems = navigationFor(usePrincipal(), useLegacyOffer()).flatMap((group) => group.items);
  const pages = [
    ...navigationItems,
    { route: "profile", icon: UserRound } as const,
    { route: "settings", icon: Settings } as const,
    { route: "changePassword", icon: KeyRound } as const,
  ];
  return pages.map(({ route, icon }) => ({
    key: route,
    label: frame(`titles.${routeTable[route].title}`),
    icon,
    run: () => void navigate({ to: routeTable[route].path }),
  }));
}

function useActions(): Command[] {
  const t = useTranslations("shell");
  const signOutUser = useSignOut();
  return [
    { key: "lock", label: t("keys.lock"), icon: Lock, run: lockScreen },
    { key: "theme-light", label: t("commands.themeLight"), icon: Sun, run: () => setThemeMode("light") },
    { key: "theme-dark", label: t("commands.themeDark"), icon: Moon, run: () => setThemeMode("dark") },
    {
      key: "theme-system",
      label: t("commands.themeSystem"),
      icon: Monitor,
      run: () => setThemeMode("system"),
    },
    ...languages.map((language) => ({
      key: `language-${language}`,
      label: t("commands.language", { language: languageNames[language] }),
      icon: Globe,
      run: () => void setLanguage(language),
    })),
    { key: "leave", label: t("user.signOut"), icon: LogOut, run: signOutUser },
  ];
}

function usePeople(query: string, open: boolean) {
  const navigate = useNavigate();
  const canSearch = useHasPermission("users:read");
  const canViewSecurity = useCanViewSecurity();
  const organizationId = useSession((session) => session.organization?.id ?? "");
  const enabled = open && canSearch && organizationId !== "" && query.length >= minPeopleSearch;
  const search = useQuery({ ...peopleSearchQuery(organizationId, query), enabled });
  const rows = enabled ? (search.data?.data ?? []) : [];
  const commands = rows.map((person): Command => {
    const label = sortNameOf(person);
    const entry = { key: person.id, label, icon: UserRound };
    // These users cannot open a person's own page, so the entry in the directory is opened.
    if (!canViewSecurity)
      return { ...entry, run: () => void navigate({ to: "/users", search: { search: nameOf(person) } }) };
    return {
      ...entry,
      detail: person.email ?? person.username ?? "",
      run: () => void navigate({ to: "/users/$userId", params: { userId: person.id }, search: {} }),
    };
  });
  return { commands, searching: enabled && search.isPending, failed: enabled && search.isError };
}

function useOrganizations(query: string, open: boolean) {
  const router = useRouter();
  const choose = useChooseOrganization();
  const canSearch = useHasPermission("organizations:read");
  const current = useSession((session) => session.organization?.id ?? null);
  const enabled = open && canSearch;
  const search = useQuery({ ...organizationsQuery(query), enabled });
  const others = (search.data?.data ?? []).filter((organization) => organization.id !== current);
  const commands = others.slice(0, 6).map((organization): Command => ({
    key: organization.id,
    label: organization.name,
    icon: Building2,
    run: () => void choose({ id: organization.id, name: organization.name }).then(() => router.invalidate()),
  }));
  return { commands, searching: enabled && search.isPending };
}

/** Returns all results for `query` in non-empty groups, and a note if some are missing. */
export function useCommands(query: string, open: boolean): { groups: CommandGroup[]; note: string | null } {
  const t = useTranslations("shell");
  const debouncedQuery = useDebounced(query.trim(), searchDelayMs);
  const isCurrent = debouncedQuery === query.trim();
  const people = usePeople(debouncedQuery, open);
  const organizations = useOrganizations(debouncedQuery, open);
  const allGroups: CommandGroup[] = [
    { key: "pages", commands: filterCommands(usePages(), query) },
    // Until the search for the new text has results, matching people from the previous search are shown.
    { key: "people", commands: isCurrent ? people.commands : filterCommands(people.commands, query) },
    { key: "organizations", commands: filterCommands(organizations.commands, query) },
    { key: "actions", commands: filterCommands([...useTasks(), ...useActions()], query) },
  ];
  const groups = allGroups.filter((group) => group.commands.length > 0);
  // While there are no results, the search counts as running even before it has started.
  const searching = people.searching || organizations.searching || (groups.length === 0 && !isCurrent);
  const note = people.failed ? t("commands.peopleFailed") : searching ? t("commands.searching") : null;
  return { groups, note };
}
