import type { Quota } from "@praxisportal/contract/billing/billing.schema";
import { useQueryClient } from "@tanstack/react-query";
import FileText from "lucide-react/icons/file-text";
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { lazyDialog, lazyPart, preloads } from "../../platform/loading/lazy-part.tsx";
import { useAppState } from "../../platform/app-state/app-state.store.ts";
import { useUnsavedInput } from "../../platform/forms/unsaved-input.ts";
import { useWriteBlock } from "../../platform/forms/write-block.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { AnswerCard } from "./answer/answer-card.tsx";
import { useBillTexts } from "./answer/bill-texts.ts";
import { continuesFrom, useAnswer } from "./answer/use-answer.ts";
import { knownNamesQuery } from "./assistant.api.ts";
import { BudgetNotice, isBudgetReached } from "./budget/budget-notice.tsx";
import { isUnreleased } from "./budget/budget-view.ts";
import { ChoiceCard } from "./choice/choice-card.tsx";
import { NoUsableModels } from "./choice/no-usable-models.tsx";
import type { Choice, Choices, ModelName } from "./choice/usable-models.ts";
import type { Stop } from "./choice/use-choices.ts";
import { DictationPanel } from "./dictation/dictation-panel.tsx";
import type { Transcript } from "./dictation/use-dictation.ts";
import { Composer } from "./prompt/composer.tsx";
import { type Draft, withInserted } from "./prompt/draft.ts";
import { usePrompt } from "./prompt/use-prompt.ts";
import { useOnPersonDataCleared } from "./use-on-person-data-cleared.ts";
import { Dotted } from "../../ui/label/dotted.tsx";

const EarlierAnswers = lazyPart(async () => (await import("./answer/earlier-answers.tsx")).EarlierAnswers);
const TemplatesDialog = lazyDialog(
  async () => (await import("./templates/templates-dialog.tsx")).TemplatesDialog,
);

/** Below this width in CSS pixels, the field fills the window, and an answer is scrolled to the top of the window. */
const stackedBelow = 768;

interface AssistantWorkspaceProps {
  organizationId: string;
  choices: Choices;
  chosen: Choice | null;
  quota: Quota;
  stop: Stop | null;
  links: { readonly providers: ReactNode | null; readonly budget: ReactNode | null };
  /** True if the user may change the templates of the organization. */
  canManageTemplates: boolean;
  onChoose: (model: ModelName) => void;
}

/**
 * Shows the workspace of the assistant. Dictation and conversation end when the user leaves the page. The draft stays
 * until the user discards it. Everything is kept in memory only.
 */
export function AssistantWorkspace(props: AssistantWorkspaceProps) {
  const { organizationId, choices, chosen, quota, stop, links, canManageTemplates, onChoose } = props;
  const t = useTranslations("assistant");
  const billTexts = useBillTexts();
  const online = useAppState((state) => state.online);
  const writeBlock = useWriteBlock();
  const client = useQueryClient();
  const readNames = useCallback(
    () => client.ensureQueryData(knownNamesQuery(organizationId)),
    [client, organizationId],
  );
  const [draft, change] = usePrompt(organizationId);
  const [discarded, setDiscarded] = useState<Draft | null>(null);
  const [showsTemplates, setShowsTemplates] = useState(false);
  const [isDictating, setIsDictating] = useState(false);
  const [statusDetails, setStatusDetails] = useState<readonly string[]>([]);
  const conversation = useAnswer(organizationId);
  const { answer, earlier, isRunning, stop: stopAnswer, clear } = conversation;
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  const answerRef = useRef<HTMLDivElement>(null);
  const answerId = answer?.id;
  // An ended answer can be copied before the page is left. A running one would be lost without notice.
  const leaveTexts = useMemo(
    () => ({ title: t("leave.title"), text: t("leave.text"), go: t("leave.go"), stay: t("leave.stay") }),
    [t],
  );
  useUnsavedInput(isRunning, leaveTexts);

  useOnPersonDataCleared(() => {
    change({ type: "clear" });
    setDiscarded(null);
    setShowsTemplates(false);
    setIsDictating(false);
    setStatusDetails([]);
  });
  useEffect(() => {
    const box = answerRef.current;
    if (answerId === undefined || box === null) return;
    if (window.innerWidth >= stackedBelow) box.scrollIntoView({ block: "nearest" });
    // Also scrolls when the answer ends, because it may fill the window only then. Does not scroll if the user has
    // scrolled past its beginning.
    else if (box.getBoundingClientRect().top > 0) box.scrollIntoView({ block: "start" });
  }, [answerId, isRunning]);
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

  const blockReason = !online
    ? t("blocked.offline")
    : stop !== null
      ? t(`stop.${stop.scope}`)
      : isBudgetReached(quota)
        ? t(isUnreleased(quota.own) ? "budget.none" : "blocked.budget")
        : chosen === null
          ? t("nothing.title")
          : undefined;

  const insert = (words: string) => {
    const position = fieldRef.current?.selectionEnd ?? draft.text.length;
    const { text, end } = withInserted(draft.text, words, position);
    setDiscarded(null);
    change({ type: "write", text });
    requestAnimationFrame(() => {
      fieldRef.current?.focus();
      fieldRef.current?.setSelectionRange(end, end);
    });
  };
  const insertTranscript = ({ text, bill, isFull }: Transcript) => {
    insert(text);
    setIsDictating(false);
    setStatusDetails([t(isFull ? "dictation.insertedFull" : "dictation.inserted"), ...billTexts(bill)]);
  };
  const discard = () => {
    if (draft.text !== "") setDiscarded(draft);
    change({ type: "clear" });
    setStatusDetails([]);
  };
  /** Current text. After an answer, the field is cleared unless the user has changed the text. */
  const latestText = useRef(draft.text);
  useEffect(() => {
    latestText.current = draft.text;
  }, [draft.text]);
  const startOver = () => {
    clear();
    discard();
    setIsDictating(false);
    fieldRef.current?.focus();
  };

  const [firstAudioModel, ...otherAudioModels] = choices.audio;
  const hasAudioModel = firstAudioModel !== undefined;
  const hasFollowUp = earlier.length > 0 || (answer !== null && continuesFrom(answer));
  const hasWork = draft.text !== "" || answer !== null;
  if (choices.chat.length === 0 && stop === null && !hasWork)
    return <NoUsableModels unusable={choices.unusable} action={links.providers} />;

  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid min-w-0 gap-4">
        <Card>
          <div className="grid gap-4">
            {/* Hidden while AI is stopped, because a new month changes nothing then. */}
            {stop === null && <BudgetNotice quota={quota} action={links.budget} />}
            <Composer
              draft={draft}
              earlier={conversation.mapping}
              readNames={readNames}
              onChange={(next) => {
                setDiscarded(null);
                change(next);
              }}
              fieldRef={fieldRef}
              isRunning={isRunning}
              blocked={blockReason}
              onSend={(redacted) => {
                const { text } = draft;
                if (chosen === null) return;
                setStatusDetails([]);
                conversation.ask(chosen, redacted, () => {
                  if (latestText.current === text) change({ type: "clear" });
                });
              }}
              onDictate={hasAudioModel && !isDictating ? () => setIsDictating(true) : null}
              tools={
                <>
                  <Button
                    size="large"
                    variant="quiet"
                    icon={FileText}
                    aria-haspopup="dialog"
                    {...preloads(TemplatesDialog)}
                    onClick={() => setShowsTemplates(true)}
                  >
                    {t("templates.title")}
                  </Button>
                  {draft.text !== "" && (
                    <Button size="large" variant="quiet" onClick={discard}>
                      {t("prompt.discard")}
                    </Button>
                  )}
                </>
              }
            >
              {isDictating && hasAudioModel && (
                <DictationPanel
                  models={[firstAudioModel, ...otherAudioModels]}
                  provider={chosen?.provider ?? null}
                  blocked={blockReason ?? writeBlock ?? undefined}
                  onTranscript={insertTranscript}
                  onClose={() => setIsDictating(false)}
                />
              )}
              <p role="status" className="text-dense text-text-2 empty:hidden">
                {discarded === null ? <Dotted details={statusDetails} /> : t("prompt.discarded")}
              </p>
              {discarded !== null && (
                <div>
                  <Button
                    size="small"
                    onClick={() => {
                      change({ type: "restore", draft: discarded });
                      setDiscarded(null);
                      fieldRef.current?.focus();
                    }}
                  >
                    {t("prompt.undiscard")}
                  </Button>
                </div>
              )}
              {hasFollowUp && <p className="text-dense text-text-2">{t("conversation.hint")}</p>}
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
        {earlier.length > 0 && <EarlierAnswers answers={earlier} />}
      </div>
      {showsTemplates && (
        <TemplatesDialog
          organizationId={organizationId}
          canManage={canManageTemplates}
          text={draft.text}
          onInsert={(text) => {
            setShowsTemplates(false);
            insert(text);
          }}
          onClose={() => setShowsTemplates(false)}
        />
      )}
      <ChoiceCard choices={choices} chosen={chosen} quota={quota} onChoose={onChoose} />
    </div>
  );
}
