import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { PlanCard } from "../../../features/organizations/plans/plan-card.tsx";
import { BuyerCard } from "../../../features/invoices/buyer-card.tsx";
import { TenantInvoicesCard } from "../../../features/invoices/tenant-invoices-card.tsx";
import type { Tenant } from "../../../features/organizations/tenants/tenants.api.ts";
import { linkClass } from "../../../ui/button/link-style.ts";
import { useOpenBilling } from "../use-open-organization.ts";

/** Shows the plan price, invoices and VAT ID confirmation of a tenant. */
export function BillingTab({ tenant }: { tenant: Tenant }) {
  const t = useTranslations("tenants");
  const open = useOpenBilling();
  return (
    <div className="grid gap-4">
      <PlanCard tenant={tenant} canChange={false} />
      <TenantInvoicesCard organization={tenant} />
      <BuyerCard organization={tenant} onOpen={() => open(tenant)} />
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
