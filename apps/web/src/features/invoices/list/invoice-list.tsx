import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import ReceiptText from "lucide-react/icons/receipt-text";
import { useTranslations } from "use-intl";
import { invoicePageQuery, loadInvoicePage } from "../../../entities/invoice/invoice.api.ts";
import { useAppMutation } from "../../../platform/forms/use-app-mutation.ts";
import { ListPage } from "../../../platform/list/list-page.tsx";
import { serverPages } from "../../../platform/list/list-source.ts";
import { useListSearch } from "../../../platform/list/use-list-search.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { saveInvoiceFile } from "../invoices.api.ts";
import { useInvoiceError } from "../use-invoice-error.ts";
import { invoiceSearch, invoiceStatuses, wireQuery } from "./invoice-search.ts";
import { useInvoiceColumns } from "./use-invoice-columns.tsx";

/** Shows the drafts, invoices and credit notes of all organizations. */
export function InvoiceList() {
  const t = useTranslations("invoices");
  const labels = useTranslations("invoice-labels");
  const navigate = useNavigate();
  const list = useListSearch(invoiceSearch);
  const { search } = list;
  const query = useQuery(invoicePageQuery(wireQuery(search)));
  const columns = useInvoiceColumns();
  const saving = useAppMutation({
    mutate: (invoiceId: string) => saveInvoiceFile(invoiceId, "pdf"),
    mapError: useInvoiceError(),
    toastTitle: t("file.failed"),
  });
  return (
    <ListPage
      name="invoices"
      isPlatform
      title={t("list.title")}
      header={(actions) => (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-section text-text">{t("list.title")}</h2>
          <div className="button-row flex flex-wrap gap-3">{actions}</div>
        </div>
      )}
      viewLabel={search.status && labels(`status.${search.status}`)}
      list={list}
      source={serverPages(query, (page, limit) => loadInvoicePage({ ...wireQuery(search), page, limit }))}
      search={{ label: t("list.search"), placeholder: t("list.searchPlaceholder") }}
      columns={columns}
      filters={[
        {
          name: "status",
          label: t("columns.status"),
          options: invoiceStatuses.map((value) => ({ value, label: labels(`status.${value}`) })),
        },
      ]}
      nameOf={({ number, organizationName }) => number ?? t("list.draftOf", { name: organizationName })}
      rowActions={({ id, organizationId }) => [
        {
          key: "open",
          label: t("list.open"),
          onSelect: () =>
            void navigate({ to: "/tenant-management/billing/$invoiceId", params: { invoiceId: id } }),
        },
        { key: "pdf", label: t("file.pdf"), onSelect: () => void saving.run(id) },
        {
          key: "tenant",
          label: t("list.toTenant"),
          onSelect: () =>
            void navigate({
              to: "/tenant-management/$id",
              params: { id: organizationId },
              search: { tab: "billing" },
            }),
        },
      ]}
      emptyState={<EmptyState icon={ReceiptText} title={t("list.emptyTitle")} text={t("list.emptyText")} />}
      failedTitle={t("list.failed")}
      tableFrom="(min-width: 75rem)"
    />
  );
}
