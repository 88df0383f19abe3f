import { canonicalRole } from "@praxisportal/contract/roles";
import { useTranslations } from "use-intl";
import { changePreferences, usePreferences } from "../../platform/preferences/preferences.store.ts";
import { useSession } from "../../platform/session/session.store.ts";
import { Switch } from "../../ui/form/switch.tsx";
import { Card } from "../../ui/layout/card.tsx";

/** Switches the weekly digest of an administrator of an organization. */
export function DigestCard() {
  const t = useTranslations("settings");
  const isAdministrator = useSession(({ user }) => canonicalRole(user?.role.type ?? "") === "org_admin");
  const isOn = usePreferences(({ weeklyDigest }) => weeklyDigest ?? true);
  if (!isAdministrator) return null;
  return (
    <Card title={t("digest.title")} description={t("digest.text")}>
      <Switch
        label={t("digest.label")}
        checked={isOn}
        onChange={(weeklyDigest) => changePreferences((preferences) => ({ ...preferences, weeklyDigest }))}
      />
    </Card>
  );
}
