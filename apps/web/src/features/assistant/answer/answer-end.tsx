import Scissors from "lucide-react/icons/scissors";
import { useTranslations } from "use-intl";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { useBillTexts } from "./bill-texts.ts";
import type { Answer } from "./use-answer.ts";
import { Dotted } from "../../../ui/label/dotted.tsx";

interface AnswerEndProps {
  answer: Answer;
  stopReason: string | null;
}

/** Shows the end of an answer: its cost and a note if it was truncated, or the reason and the cost of a failure. */
export function AnswerEnd({ answer, stopReason }: AnswerEndProps) {
  const t = useTranslations("assistant");
  const billTexts = useBillTexts();
  const { state, choice } = answer;
  const model = [choice.providerName, choice.model];

  if (state.kind === "failed") {
    const isStopped = state.code === "AI_STOPPED";
    const [cost, ...usage] = state.bill === null ? [null] : billTexts(state.bill);
    const failureMessage = state.message === "" ? t("answer.broken") : state.message;
    return (
      <ErrorBox
        persistent
        variant={isStopped ? "warning" : "error"}
        title={t(isStopped ? "answer.halted" : "answer.failed")}
        className="mx-5 mb-4"
      >
        <p>{failureMessage}</p>
        {isStopped && stopReason !== null && <p>{t("stop.reason", { reason: stopReason })}</p>}
        <p>
          <Dotted
            details={cost === null ? [t("answer.paidUnknown")] : [t("answer.paid", { cost }), ...usage]}
          />
        </p>
      </ErrorBox>
    );
  }
  return (
    <div className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1 px-5 pb-4 text-dense text-text-2 tabular-nums">
      {state.kind === "running" && (
        <span>
          <Dotted details={model} />
        </span>
      )}
      {state.kind === "stopped" && (
        <span>
          <Dotted details={[t("answer.stoppedByYou"), t("answer.paidUntilStop")]} />
        </span>
      )}
      {state.kind === "done" && state.finishReason !== "stop" && (
        <span className="inline-flex items-center gap-1.5 font-label text-warning">
          <Scissors size={16} strokeWidth={2} aria-hidden className="shrink-0" />
          {t(`answer.finished.${state.finishReason}`)}
        </span>
      )}
      {state.kind === "done" && (
        <span>
          <Dotted details={[...model, ...billTexts(state.bill)]} />
        </span>
      )}
    </div>
  );
}
