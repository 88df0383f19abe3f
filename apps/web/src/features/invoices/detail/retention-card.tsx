import { useTranslations } from "use-intl";
import type { InvoiceDetail } from "../../../entities/invoice/invoice.api.ts";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { lazyDialog, preloads } from "../../../platform/loading/lazy-part.tsx";
import { useKeptState } from "../../../platform/session/page-state/kept-state.ts";
import { Card } from "../../../ui/layout/card.tsx";

// Loaded on demand, because it is rarely used.
const LegalHoldDialog = lazyDialog(
  async () => (await import("./legal-hold-dialog.tsx")).LegalHoldDialog,
  "invoice-changes",
);

/** Shows the retention period of an invoice, and the checksums of its files. */
export function RetentionCard({ invoice }: { invoice: InvoiceDetail }) {
  const t = useTranslations("invoices");
  const format = useFormat();
  const [isOpen, setOpen] = useKeptState("legal-hold", false);
  const { retainUntil, legalHoldReason, pdfSha256, xmlSha256 } = invoice;
  return (
    <Card title={t("retention.title")}>
      <p className="text-dense text-text-2">
        {legalHoldReason === null
          ? t("retention.until", { date: retainUntil === null ? "–" : format.calendar.date(retainUntil) })
          : t("retention.held", { reason: legalHoldReason })}
      </p>
      <dl className="mt-3 grid gap-2 text-small text-text-3">
        {[
          ["PDF", pdfSha256],
          ["XML", xmlSha256],
        ].map(([name, hash]) =>
          hash === null ? null : (
            <div key={name} className="min-w-0">
              <dt>{t("retention.sha256", { name: name ?? "" })}</dt>
              <dd className="font-mono break-all">{hash}</dd>
            </div>
          ),
        )}
      </dl>
      <WriteButton size="small" className="mt-4" {...preloads(LegalHoldDialog)} onClick={() => setOpen(true)}>
        {t(legalHoldReason === null ? "retention.hold" : "retention.release")}
      </WriteButton>
      {isOpen && <LegalHoldDialog invoice={invoice} onClose={() => setOpen(false)} />}
    </Card>
  );
}
