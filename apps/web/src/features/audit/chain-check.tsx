import ShieldCheck from "lucide-react/icons/shield-check";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { type AuditScope, type ChainCheck, checkAudit } from "./audit.api.ts";

type State =
  | { kind: "idle" | "running" }
  | { kind: "failed"; text: string }
  | { kind: "done"; check: ChainCheck };

/** Runs the chain check and keeps its last result. */
export function useChainCheck(scope: AuditScope) {
  const [state, setState] = useState<State>({ kind: "idle" });
  const run = async () => {
    setState({ kind: "running" });
    try {
      setState({ kind: "done", check: await checkAudit(scope) });
    } catch (error) {
      setState({ kind: "failed", text: isApiError(error) ? error.message : "" });
    }
  };
  return { state, run: () => void run(), close: () => setState({ kind: "idle" }) };
}

/** The result of the chain check. */
export function ChainAnswer({ state, onClose }: { state: State; onClose: () => void }) {
  const t = useTranslations("audit");
  return (
    <div role="status" className="empty:hidden">
      {state.kind === "failed" && (
        <ErrorBox dismissible closeLabel={t("check.closeLabel")} title={t("check.failed")} onHide={onClose}>
          {state.text}
        </ErrorBox>
      )}
      {state.kind === "done" && state.check.broken !== null && (
        <ErrorBox dismissible closeLabel={t("check.closeLabel")} title={t("check.broken")} onHide={onClose}>
          {t(`check.${state.check.broken.fault}`, {
            seq: state.check.broken.seq,
            last: state.check.entries,
          })}{" "}
          {t("check.advice")}
        </ErrorBox>
      )}
      {state.kind === "done" && state.check.broken === null && <ChainIntact check={state.check} />}
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
