import type { LucideIcon } from "lucide-react";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import Clock from "lucide-react/icons/clock";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import Undo from "lucide-react/icons/undo-2";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Badge, type Tone } from "../../../ui/label/badge.tsx";
import type { Invoice } from "../billing.api.ts";
import { useCents } from "../use-cents.ts";

type State = "open" | "partlyPaid" | "overdue" | "paid" | "credited" | "issued";

/** Returns the displayed state of an invoice. The paid part of an overdue invoice is shown next to it. */
export function stateOf({ status, paidCents }: Pick<Invoice, "status" | "paidCents">): State {
  if (status === "overdue" || status === "paid" || status === "credited" || status === "issued")
    return status;
  return paidCents > 0 ? "partlyPaid" : "open";
}

const styles: Readonly<Record<State, { tone: Tone; icon: LucideIcon }>> = {
  open: { tone: "info", icon: Clock },
  partlyPaid: { tone: "warning", icon: TriangleAlert },
  overdue: { tone: "danger", icon: CircleAlert },
  paid: { tone: "success", icon: CircleCheck },
  credited: { tone: "neutral", icon: Undo },
  issued: { tone: "neutral", icon: Undo },
};

function InvoiceBadge({ invoice }: { invoice: Pick<Invoice, "status" | "paidCents"> }) {
  const t = useTranslations("billing-invoices");
  const state = stateOf(invoice);
  return <Badge {...styles[state]}>{t(`state.${state}`)}</Badge>;
}

/** Returns a function that describes the open part of an invoice and its due date, or null if nothing is open. */
function useStateDetail(): (invoice: Invoice) => string | null {
  const t = useTranslations("billing-invoices");
  const format = useFormat();
  return (invoice) => {
    const { status, dueOn, creditedBy, corrects, isDirectDebit, reminderLevel } = invoice;
    const date = dueOn === null ? "" : format.calendar.date(dueOn);
    if (status === "open") return t(isDirectDebit ? "detail.debit" : "detail.due", { date });
    if (status === "overdue")
      return reminderLevel === 0
        ? t("detail.since", { date })
        : t("detail.reminded", { date, level: reminderLevel });
    if (status === "credited") return creditedBy && t("detail.creditedBy", { invoice: creditedBy.number });
    if (status === "issued") return corrects && t("detail.corrects", { invoice: corrects.number });
    return null;
  };
}

/** Shows the state of an invoice with its open amount. */
export function InvoiceState({ invoice }: { invoice: Invoice }) {
  const t = useTranslations("billing-invoices");
  const cents = useCents(invoice.currency);
  const detail = useStateDetail()(invoice);
  const { openCents, grossCents } = invoice;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <InvoiceBadge invoice={invoice} />
      <span className="text-small text-text-2 tabular-nums">
        {openCents > 0 && openCents < grossCents && (
          <strong className="font-strong text-warning">
            {t("detail.open", { amount: cents(openCents) })}
          </strong>
        )}{" "}
        {detail}
      </span>
    </span>
  );
}
