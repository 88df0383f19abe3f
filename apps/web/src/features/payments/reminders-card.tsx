import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import CircleCheck from "lucide-react/icons/circle-check";
import MailWarning from "lucide-react/icons/mail-warning";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { invoiceKeys } from "../../entities/invoice/invoice-keys.ts";
import { useCents } from "../../entities/invoice/use-cents.ts";
import { QueryFallback } from "../../platform/app-state/query-fallback.tsx";
import { WriteButton } from "../../platform/forms/write-block.tsx";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { lazyDialog, preloads } from "../../platform/loading/lazy-part.tsx";
import { nameLinkClass } from "../../ui/button/link-style.ts";
import { SkeletonRows } from "../../ui/feedback/skeleton-card.tsx";
import { SkeletonGroup } from "../../ui/feedback/skeleton.tsx";
import { Badge } from "../../ui/label/badge.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { type Reminder, dueQuery } from "./payments.api.ts";
import { Dotted } from "../../ui/label/dotted.tsx";

// Loaded on demand, because reminders are also sent automatically.
const SendRemindersDialog = lazyDialog(
  async () => (await import("./send-reminders-dialog.tsx")).SendRemindersDialog,
);

function ReminderRow({ reminder }: { reminder: Reminder }) {
  const t = useTranslations("payments");
  const format = useFormat();
  const cents = useCents();
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 py-3 text-dense">
      <span className="min-w-0">
        <Link
          to="/tenant-management/billing/$invoiceId"
          params={{ invoiceId: reminder.invoiceId }}
          className={`${nameLinkClass} wrap-anywhere`}
        >
          {reminder.organizationName}
        </Link>
        <span className="block text-small text-text-3 tabular-nums">
          <Dotted
            details={[reminder.number, t("reminders.due", { date: format.calendar.date(reminder.dueOn) })]}
          />
        </span>
      </span>
      <span className="ml-auto flex flex-wrap items-center justify-end gap-3">
        <Badge tone={reminder.level > 2 ? "danger" : "warning"} icon={MailWarning}>
          {t("reminders.level", { level: reminder.level })}
        </Badge>
        <span className="font-strong whitespace-nowrap text-text tabular-nums">
          {cents(reminder.openCents, reminder.currency)}
        </span>
      </span>
    </li>
  );
}

/** Lists the invoices with a reminder that is due today. */
export function RemindersCard() {
  const t = useTranslations("payments");
  const client = useQueryClient();
  const query = useQuery(dueQuery());
  const data = query.data?.reminders;
  const [isSending, setSending] = useState(false);
  const count = data?.length ?? 0;
  return (
    <Card
      flush
      title={t("reminders.title")}
      footer={<p className="text-small text-text-3">{t("reminders.text")}</p>}
      aside={
        <WriteButton
          {...preloads(SendRemindersDialog)}
          disabled={count === 0}
          disabledReason={t("reminders.none")}
          onClick={() => setSending(true)}
        >
          {t("reminders.send")}
        </WriteButton>
      }
    >
      <QueryFallback query={query} failedTitle={t("reminders.failed")} className="m-4">
        <SkeletonGroup label={t("loading")}>
          <SkeletonRows count={2} />
        </SkeletonGroup>
      </QueryFallback>
      {data?.length === 0 && (
        <p className="flex items-center gap-2 px-5 py-4 text-dense text-text-2">
          <CircleCheck size={18} strokeWidth={1.75} className="shrink-0 text-success" aria-hidden />
          {t("reminders.none")}
        </p>
      )}
      {data !== undefined && data.length > 0 && (
        <ul className="divide-y divide-line">
          {data.map((reminder) => (
            <ReminderRow key={reminder.invoiceId} reminder={reminder} />
          ))}
        </ul>
      )}
      {isSending && data !== undefined && (
        <SendRemindersDialog
          reminders={data}
          onClose={() => setSending(false)}
          onDone={() => {
            setSending(false);
            void client.invalidateQueries({ queryKey: invoiceKeys.all });
          }}
        />
      )}
    </Card>
  );
}
