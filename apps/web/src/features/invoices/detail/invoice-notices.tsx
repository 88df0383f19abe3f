import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import type { InvoiceDetail } from "../../../entities/invoice/invoice.api.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { linkClass } from "../../../ui/button/link-style.ts";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { HoldRepairLink } from "../hold-repair-link.tsx";
import { useHoldText } from "../use-hold-text.ts";

function OtherInvoice({ id, number }: { id: string; number: string }) {
  return (
    <Link
      to="/tenant-management/billing/$invoiceId"
      params={{ invoiceId: id }}
      className={`${linkClass} whitespace-nowrap underline`}
    >
      {number}
    </Link>
  );
}

/** Shows why a draft cannot become final, or when it becomes final. Links an invoice to its credit note. */
export function InvoiceNotices({ invoice }: { invoice: InvoiceDetail }) {
  const t = useTranslations("invoices");
  const format = useFormat();
  const textOf = useHoldText();
  const { held, corrects, creditedBy, reason, finaliseAt, unpricedCalls } = invoice;
  const isDraft = invoice.number === null;
  return (
    <>
      {held.map((hold) => {
        const { title, text } = textOf(hold, unpricedCalls);
        return (
          <ErrorBox
            key={hold.reason}
            variant="warning"
            persistent
            title={title}
            // This hold is resolved by a confirmation on this page.
            action={hold.reason !== "unpriced_calls" && <HoldRepairLink invoice={invoice} hold={hold} />}
          >
            {text}
          </ErrorBox>
        );
      })}
      {isDraft && held.length === 0 && unpricedCalls > 0 && (
        <ErrorBox
          variant="warning"
          persistent
          title={t("hold.unpriced_calls.title", { count: unpricedCalls })}
        >
          {t("hold.unpriced_calls.text")}
        </ErrorBox>
      )}
      {invoice.status === "draft" && finaliseAt !== null && (
        <ErrorBox
          variant="info"
          persistent
          title={t("notice.draft", { time: format.momentInText(finaliseAt) })}
        >
          {t("notice.draftText")}
        </ErrorBox>
      )}
      {corrects !== null && (
        <ErrorBox
          variant="info"
          persistent
          title={t.rich("notice.corrects", { link: () => <OtherInvoice {...corrects} /> })}
        >
          {reason === null ? undefined : t("notice.reason", { reason })}
        </ErrorBox>
      )}
      {creditedBy !== null && (
        <ErrorBox
          variant="info"
          persistent
          title={t.rich("notice.credited", { link: () => <OtherInvoice {...creditedBy} /> })}
        />
      )}
    </>
  );
}
