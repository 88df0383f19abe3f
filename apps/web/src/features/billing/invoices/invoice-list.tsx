import { useQuery } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import Eye from "lucide-react/icons/eye";
import FileCode from "lucide-react/icons/file-code";
import Receipt from "lucide-react/icons/receipt";
import { useSearch } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { useAppMutation } from "../../../platform/forms/use-app-mutation.ts";
import { useToday } from "../../../platform/i18n/use-today.ts";
import { ListPage } from "../../../platform/list/list-page.tsx";
import { serverPages } from "../../../platform/list/list-source.ts";
import { useListSearch } from "../../../platform/list/use-list-search.ts";
import { lazyDialog } from "../../../platform/loading/lazy-part.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import type { MenuEntry } from "../../../ui/overlay/menu-props.ts";
import {
  downloadInvoice,
  type Invoice,
  type InvoiceFormat,
  invoicesQuery,
  loadInvoices,
} from "../billing.api.ts";
import { finalStatuses, invoiceSearch } from "./invoice-search.ts";
import { UnpaidSummary } from "./unpaid-summary.tsx";
import { useInvoiceColumns } from "./use-invoice-columns.tsx";

// Loaded with the first invoice that is opened.
const InvoiceDrawer = lazyDialog(async () => (await import("./invoice-drawer.tsx")).InvoiceDrawer);

/** Number of years in the filter, including the current year. */
const filterYears = 4;

/**
 * Shows the invoices and credit notes of an organization. The URL contains the id of the invoice that is open beside
 * the list.
 */
export function InvoiceList({ organizationId }: { organizationId: string }) {
  const t = useTranslations("billing-invoices");
  const list = useListSearch(invoiceSearch);
  const { invoice: opened }: { readonly invoice?: unknown } = useSearch({ strict: false });
  const openedId = typeof opened === "string" && opened !== "" ? opened : undefined;
  const query = useQuery(invoicesQuery(organizationId, list.search));
  const columns = useInvoiceColumns(list);
  const thisYear = Number(useToday().slice(0, 4));
  const downloading = useAppMutation({
    mutate: ({ id, format }: { id: string; format: InvoiceFormat }) => downloadInvoice(id, format),
    toastTitle: t("downloadFailed"),
  });
  const entries = ({ id }: Invoice): readonly MenuEntry[] => [
    { key: "open", label: t("open"), icon: Eye, onSelect: () => list.change({ invoice: id }) },
    {
      key: "pdf",
      label: t("pdf"),
      icon: Download,
      onSelect: () => void downloading.run({ id, format: "pdf" }),
    },
    {
      key: "xml",
      label: t("xml"),
      icon: FileCode,
      onSelect: () => void downloading.run({ id, format: "xml" }),
    },
  ];
  const rows = query.data?.data ?? [];
  const index = rows.findIndex(({ id }) => id === openedId);
  return (
    <>
      <ListPage
        name="invoices"
        tableFrom="(min-width: 72rem)"
        title={t("title")}
        header={(actions) => (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <div>
              <h2 className="text-section text-text">{t("title")}</h2>
              <UnpaidSummary organizationId={organizationId} />
            </div>
            <div className="button-row flex flex-wrap gap-3">{actions}</div>
          </div>
        )}
        list={list}
        source={serverPages(query, (page, limit) => loadInvoices(list.search, page, limit))}
        search={{ label: t("search"), placeholder: t("searchPlaceholder") }}
        columns={columns}
        filters={[
          {
            name: "status",
            label: t("columns.state"),
            options: finalStatuses.map((value) => ({ value, label: t(`state.${value}`) })),
          },
          {
            name: "year",
            label: t("year"),
            options: Array.from({ length: filterYears }, (_none, ago) => {
              const value = String(thisYear - ago);
              return { value, label: value };
            }),
          },
        ]}
        rowActions={entries}
        currentId={openedId}
        emptyState={<EmptyState icon={Receipt} title={t("emptyTitle")} text={t("emptyText")} />}
        failedTitle={t("loadFailed")}
      />
      <InvoiceDrawer
        open={openedId !== undefined}
        organizationId={organizationId}
        invoiceId={openedId}
        onOpen={(id) => list.replace({ invoice: id })}
        onStep={(direction) => {
          const next = index < 0 ? undefined : rows[index + direction];
          if (next) list.replace({ invoice: next.id });
        }}
        onClose={() => list.change({ invoice: undefined })}
      />
    </>
  );
}
