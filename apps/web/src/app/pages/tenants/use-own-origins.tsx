import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import type { OriginOf } from "../../../features/organizations/tenants/limits.ts";
import { useHasPermission } from "../../../platform/session/session-access.ts";
import { linkClass } from "../../../ui/button/link-style.ts";

/** Returns links from the organization's own figures to the items that they count. */
export function useOwnOrigins(): OriginOf {
  const t = useTranslations("limits");
  const canReadOrganization = useHasPermission("organizations:read");
  const canReadAi = useHasPermission("ai:read");
  return (name, used) => {
    if (name === "storageGB" && used === 0) return t("noFiles");
    const text = t(`origin.${name}`);
    if (name === "monthlyTokens" && canReadAi)
      return (
        <Link to="/ai-usage" className={linkClass}>
          {t("ownTokens")}
        </Link>
      );
    if (name === "monthlyTokens" || !canReadOrganization) return null;
    return (
      <Link to="/organization" search={name === "maxUsers" ? { tab: "licences" } : {}} className={linkClass}>
        {text}
      </Link>
    );
  };
}
