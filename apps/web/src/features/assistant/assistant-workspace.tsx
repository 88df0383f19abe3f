import type { Quota } from "@praxisportal/contract/billing/billing.schema";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useAppState } from "../../platform/app-state/app-state.store.ts";
import { useWriteBlock } from "../../platform/forms/write-block.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { AnswerCard } from "./answer/answer-card.tsx";
import { useBillText } from "./answer/bill-text.ts";
import { useAnswer } from "./answer/use-answer.ts";
import { BudgetNotice, isBudgetReached } from "./budget/budget-notice.tsx";
import { ChoiceCard } from "./choice/choice-card.tsx";
import { NoUsableModels } from "./choice/no-usable-models.tsx";
import type { Choice, Choices, ModelName } from "./choice/usable-models.ts";
import type { Stop } from "./choice/use-choices.ts";
import { DictationPanel } from "./dictation/dictation-panel.tsx";
import type { Transcript } from "./dictation/use-dictation.ts";
import { Composer } from "./prompt/composer.tsx";
import { usePrompt, withInserted } from "./prompt/use-prompt.ts";
import { useOnPersonDataCleared } from "./use-on-person-data-cleared.ts";

interface AssistantWorkspaceProps {
  organizationId: string;
  choices: Choices;
  chosen: Choice | null;
  quota: Quota;
  stop: Stop | null;
  links: { readonly providers: ReactNode | null; readonly budget: ReactNode | null };
  onChoose: (model: ModelName) => void;
}

/**
 * The workspace of the assistant. Prompt, dictation and answer are kept in memory only and are gone after
 * leaving.
 */
export function AssistantWorkspace(props: AssistantWorkspaceProps) {
  const { organizationId, choices, chosen, quota, stop, links, onChoose } = props;
  const t = useTranslations("assistant");
  const billText = useBillText();
  const online = useAppState((state) => state.online);
  const writeBlock = useWriteBlock();
  const [draft, change] = usePrompt();
  const [isDictating, setIsDictating] = useState(false);
  const [statusMessage, setStatusMessage] = useState("");
  const { answer, isRunning, ask, stop: stopAnswer, clear } = useAnswer(organizationId);
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  const answerRef = useRef<HTMLDivElement>(null);
  const answerId = answer?.id;

  useOnPersonDataCleared(() => {
    change({ type: "clear" });
    setIsDictating(false);
    setStatusMessage("");
  });
  useEffect(() => {
    if (answerId !== undefined) answerRef.current?.scrollIntoView({ block: "nearest" });
  }, [answerId]);
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    // Escape closes open overlays first.
    const isCovered = document.querySelector("[role=dialog], [role=alertdialog], [role=menu]") !== null;
    if (event.key === "Escape" && !event.defaultPrevented && !isCovered) stopAnswer();
  });
  useEffect(() => {
    if (!isRunning) return;
    document.addEventListener("keydown", onEscape);
    return () => document.removeEventListener("keydown", onEscape);
  }, [isRunning]);

  const blocked = !online
    ? t("blocked.offline")
    : stop !== null
      ? t(`stop.${stop.scope}`)
      : isBudgetReached(quota)
        ? t("blocked.budget")
        : chosen === null
          ? t("nothing.title")
          : undefined;

  const insertTranscript = ({ text, bill, isFull }: Transcript) => {
    const at = fieldRef.current?.selectionEnd ?? draft.text.length;
    const { text: next, end } = withInserted(draft.text, text, at);
    change({ type: "write", text: next });
    setIsDictating(false);
    setStatusMessage(`${t(isFull ? "dictation.putInFull" : "dictation.putIn")} · ${billText(bill)}`);
    requestAnimationFrame(() => {
      fieldRef.current?.focus();
      fieldRef.current?.setSelectionRange(end, end);
    });
  };
  const startOver = () => {
    clear();
    change({ type: "clear" });
    setIsDictating(false);
    setStatusMessage("");
    fieldRef.current?.focus();
  };

  const [firstSpoken, ...otherSpoken] = choices.audio;
  const hasSpokenModel = firstSpoken !== undefined;
  const hasWork = draft.text !== "" || answer !== null;
  if (choices.chat.length === 0 && stop === null && !hasWork)
    return <NoUsableModels unusable={choices.unusable} action={links.providers} />;

  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid min-w-0 gap-4">
        <Card>
          <div className="grid gap-4">
            <BudgetNotice quota={quota} action={links.budget} />
            <Composer
              draft={draft}
              onChange={change}
              fieldRef={fieldRef}
              isRunning={isRunning}
              blocked={blocked}
              onSend={(redacted) => {
                if (chosen !== null) ask(chosen, redacted);
              }}
              onDictate={hasSpokenModel && !isDictating ? () => setIsDictating(true) : null}
            >
              {isDictating && hasSpokenModel && (
                <DictationPanel
                  models={[firstSpoken, ...otherSpoken]}
                  provider={chosen?.provider ?? null}
                  blocked={blocked ?? writeBlock ?? undefined}
                  onTranscript={insertTranscript}
                  onClose={() => setIsDictating(false)}
                />
              )}
              <p role="status" className="text-dense text-text-2 empty:hidden">
                {statusMessage}
              </p>
            </Composer>
          </div>
        </Card>
        {answer !== null && (
          <div ref={answerRef} className="grid scroll-mt-20 gap-4">
            <AnswerCard
              key={answer.id}
              answer={answer}
              onStop={stopAnswer}
              stopReason={stop?.reason ?? null}
            />
            {!isRunning && (
              <div>
                <Button onClick={startOver}>{t("answer.startOver")}</Button>
              </div>
            )}
          </div>
        )}
      </div>
      <ChoiceCard choices={choices} chosen={chosen} quota={quota} onChoose={onChoose} />
    </div>
  );
}
