import { useQueryClient } from "@tanstack/react-query";
import CircleCheck from "lucide-react/icons/circle-check";
import Upload from "lucide-react/icons/upload";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { invoiceKeys } from "../../entities/invoice/invoice-keys.ts";
import { useAppMutation } from "../../platform/forms/use-app-mutation.ts";
import { WriteButton } from "../../platform/forms/write-block.tsx";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { entriesQuery, type ImportedStatement, importStatement } from "./payments.api.ts";
import { useMissingOperatorData } from "./use-missing-operator-data.ts";

const maxBytes = 5_000_000;

function Result({ result }: { result: ImportedStatement }) {
  const t = useTranslations("payments");
  const format = useFormat();
  const rows = [
    ["booked", result.booked],
    ["returned", result.returned],
    ["known", result.known],
    ["unassigned", result.unassigned.length],
  ] as const;
  return (
    <section role="status" aria-label={t("statement.result")} className="mt-4 rounded-r-3 bg-surface-2 p-4">
      <p className="flex items-center gap-2 text-dense font-strong text-text">
        <CircleCheck size={16} strokeWidth={2} className="shrink-0 text-success" aria-hidden />
        {t("statement.done", { count: result.entries })}
      </p>
      <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-3">
        {rows.map(([name, count]) => (
          <div key={name} className="min-w-0">
            <dt className="text-small text-text-3">{t(`statement.count.${name}`)}</dt>
            <dd className="text-dialog text-text tabular-nums">{format.number(count)}</dd>
          </div>
        ))}
      </dl>
      {result.unassigned.length > 0 && (
        <p className="mt-3 text-dense text-text-2">{t("statement.assignNext")}</p>
      )}
    </section>
  );
}

/** Imports a bank statement and shows the result. */
export function StatementCard() {
  const t = useTranslations("payments");
  const format = useFormat();
  const client = useQueryClient();
  const describeMissingData = useMissingOperatorData();
  const fileRef = useRef<HTMLInputElement>(null);
  const [tooLarge, setTooLarge] = useState<number | null>(null);
  const [result, setResult] = useState<ImportedStatement | null>(null);
  const upload = useAppMutation<File, ImportedStatement>({
    mutate: (file) => importStatement(file),
    onSuccess(imported) {
      setResult(imported);
      void client.invalidateQueries({ queryKey: entriesQuery().queryKey });
      void client.invalidateQueries({ queryKey: invoiceKeys.all });
    },
    mapError: describeMissingData,
  });
  const choose = (file: File) => {
    upload.reset();
    setResult(null);
    setTooLarge(file.size > maxBytes ? file.size : null);
    if (file.size <= maxBytes) void upload.run(file);
  };
  const fault =
    tooLarge === null
      ? (upload.fieldErrors["statement"] ?? upload.failure)
      : t("statement.tooLarge", { size: format.bytes(tooLarge), max: format.bytes(maxBytes) });
  return (
    <Card
      title={t("statement.title")}
      aside={
        <WriteButton
          icon={Upload}
          busy={upload.busy}
          busyLabel={t("statement.busy")}
          onClick={() => fileRef.current?.click()}
        >
          {t("statement.choose")}
        </WriteButton>
      }
    >
      <p className="text-dense text-text-2">
        {t("statement.text")} {t("statement.rules", { max: format.bytes(maxBytes) })}
      </p>
      <input
        ref={fileRef}
        type="file"
        accept=".xml,application/xml,text/xml"
        hidden
        aria-label={t("statement.choose")}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // Allow the same file to be chosen again after a failure.
          event.currentTarget.value = "";
          if (file !== undefined) choose(file);
        }}
      />
      {fault !== null && (
        <ErrorBox className="mt-4" persistent title={t("statement.failed")}>
          {fault}
        </ErrorBox>
      )}
      {result !== null && <Result result={result} />}
    </Card>
  );
}
