import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { linkClass } from "../../../ui/button/link-style.ts";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import type { InvoiceDetail } from "../billing.api.ts";
import { useCents } from "../use-cents.ts";
import { InvoiceAmounts } from "./invoice-amounts.tsx";
import { Dotted } from "../../../ui/label/dotted.tsx";
import { wholeWords } from "../../../ui/label/whole-words.tsx";

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-text-3 md:py-0.5">{name}</dt>
      <dd className="min-w-0 wrap-anywhere text-text tabular-nums max-md:-mt-2 md:py-0.5">{children}</dd>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-line py-4 first:border-t-0 first:pt-0">
      <h3 className="mb-2 text-section text-text">{title}</h3>
      {children}
    </section>
  );
}

const factsClass = "grid gap-x-4 gap-y-2 text-dense md:grid-cols-[9rem_1fr]";

interface InvoiceDetailsProps {
  invoice: InvoiceDetail;
  onOpen: (id: string) => void;
}

/** Shows all details of an invoice, its payments and its retention period. */
export function InvoiceDetails({ invoice, onOpen }: InvoiceDetailsProps) {
  const t = useTranslations("billing-invoices");
  const format = useFormat();
  const { issuedOn, dueOn, corrects, creditedBy, mailedAt, retainUntil, legalHoldReason } = invoice;
  const related = corrects ?? creditedBy;
  return (
    <>
      {corrects !== null && (
        <ErrorBox
          variant="info"
          persistent
          title={wholeWords(t("takesBack", { invoice: corrects.number }))}
          className="mb-4"
        >
          {t("nothingDue")}
        </ErrorBox>
      )}
      <Part title={t("facts.title")}>
        <dl className={factsClass}>
          {issuedOn !== null && <Fact name={t("columns.issuedOn")}>{format.calendar.date(issuedOn)}</Fact>}
          {dueOn !== null && invoice.kind === "invoice" && (
            <Fact name={t("columns.dueOn")}>{format.calendar.date(dueOn)}</Fact>
          )}
          <Fact name={t("facts.month")}>{format.calendar.month(invoice.month)}</Fact>
          {related !== null && (
            <Fact name={t(corrects === null ? "facts.creditedBy" : "facts.corrects")}>
              <button
                type="button"
                className={`${linkClass} whitespace-nowrap`}
                onClick={() => onOpen(related.id)}
              >
                {related.number}
              </button>
            </Fact>
          )}
          {invoice.reason !== null && <Fact name={t("facts.reason")}>{invoice.reason}</Fact>}
          <Fact name={t(invoice.kind === "invoice" ? "facts.buyer" : "facts.creditTo")}>
            {invoice.buyer.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </Fact>
          {mailedAt !== null && <Fact name={t("facts.mailedAt")}>{format.moment(mailedAt)}</Fact>}
        </dl>
      </Part>
      <Part title={t("lines.title")}>
        <InvoiceAmounts invoice={invoice} />
      </Part>
      {invoice.kind === "invoice" && (
        <Part title={t("payments.title")}>
          <Payments invoice={invoice} />
        </Part>
      )}
      {retainUntil !== null && (
        <p className="border-t border-line pt-4 text-small text-text-3">
          {t(legalHoldReason === null ? "retained" : "retainedLonger", {
            date: format.calendar.date(retainUntil),
          })}
        </p>
      )}
    </>
  );
}

function Payments({ invoice: { payments, currency, openCents, dueCents } }: { invoice: InvoiceDetail }) {
  const t = useTranslations("billing-invoices");
  const format = useFormat();
  const cents = useCents(currency);
  return (
    <>
      {payments.length === 0 && (
        <p className="text-dense text-text-2">{t(dueCents > 0 ? "payments.none" : "payments.nothing")}</p>
      )}
      <ul className="divide-y divide-line text-dense">
        {payments.map(({ id, bookedOn, amountCents, source, note }) => (
          <li key={id} className="flex items-baseline justify-between gap-4 py-2">
            <span className="min-w-0">
              <span className="block text-text tabular-nums">{format.calendar.date(bookedOn)}</span>
              <span className="block text-small wrap-anywhere text-text-3">
                <Dotted
                  details={[t(amountCents < 0 ? "payments.back" : `payments.source.${source}`), note]}
                />
              </span>
            </span>
            <span className="whitespace-nowrap text-text tabular-nums">{cents(amountCents)}</span>
          </li>
        ))}
      </ul>
      {openCents > 0 && (
        <p className="flex items-baseline justify-between gap-4 border-t border-line-strong pt-2 text-dense font-strong text-text">
          {t("payments.open")}
          <span className="tabular-nums">{cents(openCents)}</span>
        </p>
      )}
    </>
  );
}
