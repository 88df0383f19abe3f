import { canonicalRole } from "@praxisportal/contract/roles";
import { useTranslations } from "use-intl";
import { changePreferences, usePreferences } from "../../platform/preferences/preferences.store.ts";
import { useSession } from "../../platform/session/session.store.ts";
import { Switch } from "../../ui/form/switch.tsx";
import { Card } from "../../ui/layout/card.tsx";

/** Switches the weekly digest on and off, for an administrator of an organization. */
export function DigestCard() {
  const t = useTranslations("settings");
  const isAdministrator = useSession(({ user }) => canonicalRole(user?.role.type ?? "") === "org_admin");
  const organizationId = useSession(({ organization }) => organization?.id);
  const isOn = usePreferences(
    ({ weeklyDigest = true, digestEndedIn = [] }) =>
      weeklyDigest && !digestEndedIn.some((id) => id === organizationId),
  );
  if (!isAdministrator) return null;
  return (
    <Card title={t("digest.title")} description={t("digest.text")}>
      <Switch
        label={t("digest.label")}
        checked={isOn}
        onChange={(weeklyDigest) =>
          changePreferences(({ digestEndedIn, ...preferences }) => {
            const others = digestEndedIn?.filter((id) => !weeklyDigest || id !== organizationId);
            return { ...preferences, weeklyDigest, ...(others && { digestEndedIn: others }) };
          })
        }
      />
    </Card>
  );
}
