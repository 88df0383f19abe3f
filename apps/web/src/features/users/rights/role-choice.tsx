import { isPortalArea, levelsOf, rightsAreas } from "@praxisportal/contract/rights";
import type { Role } from "@praxisportal/contract/roles";
import { useLocale, useTranslations } from "use-intl";
import { RadioGroup } from "../../../ui/form/radio-group.tsx";
import { useOfferedRoles } from "../edit/use-offered-roles.ts";

export interface RoleChoiceProps {
  value: Role;
  onChange: (role: Role) => void;
  /** The role that the person has now. */
  current: Role;
}

/** Selects one of the roles that grant rights. Each shows what it permits and what it does not. */
export function RoleChoice({ value, onChange, current }: RoleChoiceProps) {
  const t = useTranslations("rights");
  const roles = useTranslations("roles");
  const summaryOf = useRoleSummary();
  const offeredRoles = useOfferedRoles();
  // A role that is no longer assigned, or that the user may not assign, stays visible.
  const choices = offeredRoles.includes(current) ? offeredRoles : [current, ...offeredRoles];
  return (
    <RadioGroup
      label={t("newRole")}
      value={value}
      onChange={onChange}
      options={choices.map((role) => ({
        value: role,
        label: (
          <>
            <span className="font-strong">{roles(role)}</span>{" "}
            {role === current && (
              <span className="rounded-r-2 bg-neutral-soft px-1.5 py-0.5 text-small text-neutral">
                {t("currentBadge")}
              </span>
            )}
          </>
        ),
        hint: summaryOf(role),
      }))}
    />
  );
}

/** Returns a function that describes what a role permits and what it does not, in one line each. */
function useRoleSummary() {
  const t = useTranslations("rights");
  const list = new Intl.ListFormat(useLocale());
  return (role: Role) => {
    const levels = levelsOf(role, []);
    const accessibleAreas = rightsAreas.filter((area) => levels[area] !== "none");
    if (accessibleAreas.length === 0) return t("label");
    const deniedAreas = rightsAreas.filter((area) => levels[area] === "none" && isPortalArea(area));
    const areaNames = accessibleAreas.map((area) =>
      t(`phrases.${area}.${levels[area] === "view" ? "view" : "change"}`),
    );
    return (
      <>
        <span className="block">{t("may", { areas: list.format(areaNames) })}</span>
        {deniedAreas.length > 0 && (
          <span className="block">
            {t("mayNot", { areas: list.format(deniedAreas.map((area) => t(`areas.${area}`))) })}
          </span>
        )}
      </>
    );
  };
}
