import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import type { OriginOf } from "../../../features/organizations/tenants/limits.ts";
import type { Tenant } from "../../../features/organizations/tenants/tenants.api.ts";
import { linkClass } from "../../../ui/button/link-style.ts";
import { useOpenOrganization } from "../use-open-organization.ts";

/** Returns links from a tenant's figures to the items that they count, for the operator. */
export function useTenantOrigins(tenant: Pick<Tenant, "id" | "name">): OriginOf {
  const t = useTranslations("limits");
  const open = useOpenOrganization();
  return (name, used) => {
    if (name === "storageGB" && used === 0) return t("noFiles");
    const text = t(`origin.${name}`);
    return name === "monthlyTokens" ? (
      <Link
        to="/tenant-management/$id"
        params={{ id: tenant.id }}
        search={{ tab: "usage" }}
        className={linkClass}
      >
        {text}
      </Link>
    ) : (
      // Selects the organization first. Its audit log records the access.
      <button
        type="button"
        className={`${linkClass} text-left`}
        onClick={() => open(tenant, name === "maxUsers" ? "licences" : undefined)}
      >
        {text}
      </button>
    );
  };
}
