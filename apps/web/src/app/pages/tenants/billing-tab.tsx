import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { PlanCard } from "../../../features/organizations/plans/plan-card.tsx";
import type { Tenant } from "../../../features/organizations/tenants/tenants.api.ts";
import { linkClass } from "../../../ui/button/link-style.ts";

/** What a tenant pays for its plan. */
export function BillingTab({ tenant }: { tenant: Tenant }) {
  const t = useTranslations("tenants");
  return (
    <div className="grid max-w-240 gap-4">
      <PlanCard tenant={tenant} canChange={false} />
      <p className="text-dense text-text-2">
        {t("page.billingText")}{" "}
        <Link
          to="/tenant-management/$id"
          params={{ id: tenant.id }}
          search={{ tab: "usage" }}
          className={linkClass}
        >
          {t("page.toUsage")}
        </Link>
      </p>
    </div>
  );
}
