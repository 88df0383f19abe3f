import { isRole } from "./is-role.ts";
import type { UserStatistics } from "./users.api.ts";
import { useTranslations } from "use-intl";

export interface FilterOption {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
}

/** Returns the roles and departments of the practice, with the number of people as hint. */
export function useFilterOptions(statistics: UserStatistics | undefined): {
  roles: readonly FilterOption[];
  departments: readonly FilterOption[];
} {
  const t = useTranslations("users");
  const names = useTranslations("roles");
  const roles = Object.entries(statistics?.byRole ?? {})
    .filter(([role, count]) => count > 0 && isRole(role))
    .map(([role, count]) => ({
      value: role,
      label: isRole(role) ? names(role) : role,
      hint: t("people", { count }),
    }));
  const departments = (statistics?.departments ?? []).map(({ name, count }) => ({
    value: name,
    label: name,
    hint: t("people", { count }),
  }));
  return { roles, departments };
}
