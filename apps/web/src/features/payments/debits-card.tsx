import { useQuery, useQueryClient } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { invoiceKeys } from "../../entities/invoice/invoice-keys.ts";
import { useCents } from "../../entities/invoice/use-cents.ts";
import { QueryFallback } from "../../platform/app-state/query-fallback.tsx";
import { useAppMutation } from "../../platform/forms/use-app-mutation.ts";
import { WriteButton } from "../../platform/forms/write-block.tsx";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { lazyDialog, preloads } from "../../platform/loading/lazy-part.tsx";
import { Button } from "../../ui/button/button.tsx";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { SkeletonRows } from "../../ui/feedback/skeleton-card.tsx";
import { SkeletonGroup } from "../../ui/feedback/skeleton.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { type DirectDebitFile, dueQuery, saveDebitFile } from "./payments.api.ts";

// Loaded on demand, because a file is created once a month.
const CreateDebitsDialog = lazyDialog(
  async () => (await import("./create-debits-dialog.tsx")).CreateDebitsDialog,
);

/** Direct debits are collected in euros only. */
const currency = "EUR";

function FileRow({ file, busy, onSave }: { file: DirectDebitFile; busy: boolean; onSave: () => void }) {
  const t = useTranslations("payments");
  const format = useFormat();
  const cents = useCents();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3 text-dense">
      <span className="min-w-0">
        <span className="block font-strong text-text tabular-nums">{format.moment(file.createdAt)}</span>
        <span className="block text-small text-text-3 tabular-nums">
          {t("debits.file", { count: file.debits, amount: cents(file.totalCents, currency) })}
        </span>
        <span className="block text-small wrap-anywhere text-text-3">{file.messageId}</span>
      </span>
      <Button
        size="small"
        icon={Download}
        busy={busy}
        aria-label={t("debits.saveOf", { time: format.moment(file.createdAt) })}
        onClick={onSave}
      >
        {t("debits.save")}
      </Button>
    </li>
  );
}

/** Shows the direct debits that are due, and the files for the bank. */
export function DebitsCard() {
  const t = useTranslations("payments");
  const cents = useCents();
  const client = useQueryClient();
  const query = useQuery(dueQuery());
  const data = query.data?.debits;
  const [isCreating, setCreating] = useState(false);
  const saving = useAppMutation({ mutate: (fileId: string) => saveDebitFile(fileId) });
  const hasDue = data !== undefined && data.due.debits > 0;
  return (
    <Card
      flush
      title={t("debits.title")}
      aside={
        <WriteButton
          {...preloads(CreateDebitsDialog)}
          disabled={!hasDue}
          disabledReason={t("debits.nothing")}
          onClick={() => setCreating(true)}
        >
          {t("debits.create")}
        </WriteButton>
      }
    >
      {saving.failure !== null && (
        <div className="px-5 pt-4">
          <ErrorBox persistent title={t("debits.saveFailed")}>
            {saving.failure}
          </ErrorBox>
        </div>
      )}
      <QueryFallback query={query} failedTitle={t("debits.failed")} className="m-4">
        <SkeletonGroup label={t("loading")}>
          <SkeletonRows count={2} />
        </SkeletonGroup>
      </QueryFallback>
      {data !== undefined && (
        <>
          <div className="px-5 py-4 text-dense">
            <p className={hasDue ? "font-strong text-text" : "text-text-2"}>
              {hasDue
                ? t("debits.due", { count: data.due.debits, amount: cents(data.due.totalCents, currency) })
                : t("debits.nothing")}
            </p>
            <p className="text-text-2">{t("debits.text")}</p>
          </div>
          {data.data.length > 0 && (
            <>
              <h3 className="border-t border-line bg-surface-2 px-5 py-2 text-small font-strong text-text-2">
                {t("debits.earlier")}
              </h3>
              <ul className="divide-y divide-line border-t border-line">
                {data.data.map((file) => (
                  <FileRow
                    key={file.id}
                    file={file}
                    busy={saving.pending === file.id}
                    onSave={() => void saving.run(file.id)}
                  />
                ))}
              </ul>
            </>
          )}
        </>
      )}
      {isCreating && data !== undefined && (
        <CreateDebitsDialog
          due={data.due}
          onClose={() => setCreating(false)}
          onDone={(file) => {
            setCreating(false);
            void client.invalidateQueries({ queryKey: invoiceKeys.all });
            void saving.run(file.id);
          }}
        />
      )}
    </Card>
  );
}
