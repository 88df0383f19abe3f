import ShieldCheck from "lucide-react/icons/shield-check";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useAppMutation } from "../../platform/forms/use-app-mutation.ts";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { type AuditScope, type ChainCheck, checkAudit } from "./audit.api.ts";

/** Runs the chain check and keeps its last result. */
export function useChainCheck(scope: AuditScope) {
  const [result, setResult] = useState<ChainCheck | null>(null);
  const { run, busy, failure, reset } = useAppMutation({
    mutate: () => checkAudit(scope),
    onSuccess: setResult,
  });
  const close = () => {
    setResult(null);
    reset();
  };
  const start = () => {
    close();
    void run();
  };
  return { result, busy, failure, start, close };
}

/** Shows the result of the chain check. */
export function ChainResult({ check }: { check: ReturnType<typeof useChainCheck> }) {
  const t = useTranslations("audit");
  const { result, failure, close } = check;
  const box = { dismissible: true, closeLabel: t("check.closeLabel"), onHide: close } as const;
  return (
    <div role="status" className="empty:hidden">
      {failure !== null && (
        <ErrorBox {...box} title={t("check.failed")}>
          {failure}
        </ErrorBox>
      )}
      {result !== null && result.broken !== null && (
        <ErrorBox {...box} title={t("check.broken")}>
          {t(`check.${result.broken.fault}`, { seq: result.broken.seq, last: result.entries })}{" "}
          {t("check.advice")}
        </ErrorBox>
      )}
      {result !== null && result.broken === null && <ChainIntact check={result} />}
    </div>
  );
}

function ChainIntact({ check: { entries, since, head } }: { check: ChainCheck }) {
  const t = useTranslations("audit");
  const format = useFormat();
  return (
    <div className="flex items-start gap-3 rounded-r-3 bg-success-soft p-4">
      <ShieldCheck size={18} strokeWidth={1.75} className="mt-0.5 shrink-0 text-success" aria-hidden />
      <div className="min-w-0 text-dense text-text">
        <p className="font-strong">{t("check.intact")}</p>
        <p>
          {since === null
            ? t("check.emptyText")
            : t("check.intactText", { count: entries, since: format.momentFull(since) })}
        </p>
        {head !== null && (
          <p className="mt-1 font-mono text-small wrap-anywhere text-text-2">{t("check.head", { head })}</p>
        )}
      </div>
    </div>
  );
}
