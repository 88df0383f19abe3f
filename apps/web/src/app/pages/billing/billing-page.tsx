import type { TenantBilling } from "@praxisportal/contract/tenants/subscription.schema";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { organizationBillingQuery } from "../../../entities/organization/billing.api.ts";
import { InvoiceList } from "../../../features/billing/invoices/invoice-list.tsx";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { useHasPermission } from "../../../platform/session/session-access.ts";
import { buttonClass } from "../../../ui/button/button-style.ts";
import { Dotted } from "../../../ui/label/dotted.tsx";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { BillingLimits } from "./billing-limits.tsx";
import { BillingMonth } from "./billing-month.tsx";

/** One line about the plan: its name, term and price. */
function Subtitle({ billing }: { billing: TenantBilling }) {
  const t = useTranslations("billing");
  const words = useTranslations("limits");
  const format = useFormat();
  const { term, currency, priceMicros, trialEndsAt } = billing;
  const plan = words(`plan.${billing.plan}`);
  if (trialEndsAt !== null) return t("subtitleTrial", { plan, date: format.date(trialEndsAt) });
  if (priceMicros === 0) return t("subtitleFree", { plan });
  const price = t("priceNet", { price: format.money(priceMicros, currency) });
  return <Dotted details={[t("subtitle", { plan, term }), price]} />;
}

/** Plan, costs, limits, payment and invoices of an organization. */
export function BillingPage({ organizationId }: { organizationId: string }) {
  const t = useTranslations("billing");
  const canChange = useHasPermission("billing:write");
  const canSeePeople = useHasPermission("users:read");
  const account = useQuery(organizationBillingQuery(organizationId)).data;
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title={t("title")}
          subtitle={account === undefined ? "\u00A0" : <Subtitle billing={account.billing} />}
          actions={
            <>
              {canSeePeople && (
                <Link to="/users" search={{ may: "billing.change" }} className={buttonClass()}>
                  {t("whoMay")}
                </Link>
              )}
              <Link to="/billing-subscription" className={buttonClass()}>
                {t(canChange ? "changePlan" : "viewPlan")}
              </Link>
            </>
          }
        />
        <div className="mt-4 grid gap-4">
          <BillingMonth organizationId={organizationId} />
          <BillingLimits organizationId={organizationId} />
        </div>
      </div>
      <div className="mt-8 print:mt-0">
        <InvoiceList organizationId={organizationId} />
      </div>
    </>
  );
}
