import { Link, useSearch } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { BillingOverview } from "../../../features/invoices/overview/billing-overview.tsx";
import { StartRunButton } from "../../../features/invoices/overview/start-run-button.tsx";
import { lazyCard } from "../../../platform/loading/lazy-card.tsx";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { Tabs } from "../../../ui/layout/tabs.tsx";
import { type BillingTab, billingTabOf, billingTabs } from "./billing-tabs.ts";
import { billingSummaryQuery } from "../../../features/invoices/invoices.api.ts";
import { queryClient } from "../../providers/query-client.ts";
import type { StartPlatformData } from "../../router/page-loader.ts";

const InvoiceList = lazyCard(
  async () => (await import("../../../features/invoices/list/invoice-list.tsx")).InvoiceList,
  "list",
);
const PaymentsTab = lazyCard(
  async () => (await import("../../../features/payments/payments-tab.tsx")).PaymentsTab,
  "payments",
);
const OperatorTab = lazyCard(
  async () => (await import("../../../features/invoices/operator/operator-tab.tsx")).OperatorTab,
  "invoice-operator",
);

const parts = {
  overview: BillingOverview,
  invoices: InvoiceList,
  payments: PaymentsTab,
  operator: OperatorTab,
} as const satisfies Record<BillingTab, React.ComponentType>;

export const startInvoicingData: StartPlatformData = (_organizationId, _params, search) => {
  if (billingTabOf(search) === "overview") void queryClient.prefetchQuery(billingSummaryQuery());
};

/** /tenant-management/billing: invoices and payments of all organizations, for the operator. */
export function InvoicingRoute() {
  const t = useTranslations("invoices");
  const tab = billingTabOf(useSearch({ from: "/signed-in/tenant-management/billing" }));
  const Part = parts[tab];
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title={t("title")}
          subtitle={t("subtitle")}
          actions={tab === "overview" && <StartRunButton />}
        />
      </div>
      <Tabs
        className="mt-3 print:hidden"
        label={t("tabs")}
        items={billingTabs.map((billingTab) => ({
          key: billingTab,
          label: t(`tab.${billingTab}`),
          current: billingTab === tab,
          link: (props) => (
            <Link
              to="/tenant-management/billing"
              search={billingTab === "overview" ? {} : { tab: billingTab }}
              activeOptions={{ exact: true }}
              {...props}
            />
          ),
        }))}
      />
      <div className="mt-4">
        <Part />
      </div>
    </>
  );
}
