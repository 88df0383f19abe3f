import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { type Invoice, invoicePageQuery, type InvoiceStatus } from "../../../entities/invoice/invoice.api.ts";
import { useCents } from "../../../entities/invoice/use-cents.ts";
import { AppForm } from "../../../platform/forms/app-form.tsx";
import { FormDialog } from "../../../platform/forms/form-dialog.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";
import { RadioGroup } from "../../../ui/form/radio-group.tsx";
import { SearchField } from "../../../ui/form/search-field.tsx";
import { assignEntry } from "../payments.api.ts";
import { assignable } from "./assignable.ts";
import type { EntryDialogProps } from "./set-aside-dialog.tsx";
import { Dotted } from "../../../ui/label/dotted.tsx";

const visibleInvoices = 8;
const loadedInvoices = 50;

/** Searches the invoices that an entry can pay. */
function useAssignable(entry: EntryDialogProps["entry"], search: string) {
  const statuses: readonly InvoiceStatus[] =
    entry.amountCents < 0 ? ["paid", "open", "overdue"] : ["open", "overdue"];
  const results = useQueries({
    queries: statuses.map((status) =>
      invoicePageQuery({
        status,
        ...(search === "" ? {} : { search }),
        limit: loadedInvoices,
        sortBy: "dueOn",
        sortOrder: "asc",
      }),
    ),
  });
  return {
    isLoading: results.some(({ isPending }) => isPending),
    isFailed: results.some(({ isError }) => isError),
    invoices: assignable(
      results.flatMap(({ data }) => data?.data ?? []),
      entry,
    ).slice(0, visibleInvoices),
  };
}

/** Selects the invoice to which an entry is booked. An invoice with the same amount comes first. */
export function AssignDialog({ entry, onClose, onDone }: EntryDialogProps) {
  const t = useTranslations("payments");
  const format = useFormat();
  const cents = useCents();
  const [search, setSearch] = useState("");
  const { isLoading, isFailed, invoices } = useAssignable(entry, search);
  const form = useAppForm({
    values: { invoiceId: "" },
    check: ({ invoiceId }) => {
      // An invoice that the current search no longer shows does not count as selected.
      const isOffered = isLoading || invoices.some(({ id }) => id === invoiceId);
      return { ...((invoiceId === "" || !isOffered) && { invoiceId: t("assign.choose") }) };
    },
    send: ({ invoiceId }, { idempotencyKey }) =>
      assignEntry({ reference: entry.reference, invoiceId }, idempotencyKey),
    onSuccess: (remaining) => onDone(remaining, t("assign.done")),
    mapError: ({ code }) => (code === "CONFLICT" ? t("assign.conflict") : undefined),
    keepsInput: false,
  });
  const { value, error, onChange } = form.field("invoiceId");
  const hintOf = (invoice: Invoice) => (
    <Dotted
      details={[
        t("assign.open", { amount: cents(invoice.openCents, invoice.currency) }),
        invoice.dueOn !== null && t("assign.due", { date: format.calendar.date(invoice.dueOn) }),
      ]}
    />
  );
  return (
    <FormDialog
      title={t("assign.title", { amount: cents(entry.amountCents, entry.currency) })}
      description={
        <>
          <Dotted details={[entry.name ?? t("entries.noName"), format.calendar.date(entry.bookedOn)]} />
          {entry.text !== "" && <span className="block wrap-anywhere">{entry.text}</span>}
        </>
      }
      submitLabel={t("assign.submit")}
      onClose={onClose}
    >
      <AppForm form={form} failureTitle={t("failed")} className="pt-3">
        <SearchField
          className="w-full min-w-0"
          label={t("assign.search")}
          placeholder={t("assign.searchPlaceholder")}
          value={search}
          onSearch={setSearch}
        />
        {isLoading && (
          <SkeletonGroup label={t("loading")} className="grid gap-3">
            <Skeleton className="h-10" />
            <Skeleton className="h-10" />
          </SkeletonGroup>
        )}
        {isFailed && <ErrorBox persistent title={t("assign.failed")} />}
        {!isLoading && !isFailed && invoices.length === 0 && (
          <p className="text-dense text-text-2">{t("assign.none")}</p>
        )}
        {invoices.length > 0 && (
          <RadioGroup
            label={t("assign.invoice")}
            value={value === "" ? null : value}
            onChange={onChange}
            error={error}
            options={invoices.map((invoice) => ({
              value: invoice.id,
              label: <Dotted details={[invoice.number, invoice.organizationName]} />,
              hint: hintOf(invoice),
            }))}
          />
        )}
        {invoices.length === 0 && error !== undefined && (
          <p role="alert" className="text-small text-danger">
            {error}
          </p>
        )}
      </AppForm>
    </FormDialog>
  );
}
