import ChevronDown from "lucide-react/icons/chevron-down";
import Square from "lucide-react/icons/square";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useId, useMemo, useRef } from "react";
import { useTranslations } from "use-intl";
import { Disclosure } from "../../../ui/layout/disclosure.tsx";
import { Badge } from "../../../ui/label/badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Spinner } from "../../../ui/feedback/spinner.tsx";
import { restore, restoreParts } from "../redaction/restore.ts";
import { AnswerEnd } from "./answer-end.tsx";
import { CopyButton } from "./copy-button.tsx";
import { visiblePart } from "./growing-text.ts";
import { Question } from "./question.tsx";
import { RestoredLegend, RestoredText } from "./restored-text.tsx";
import { SpokenAnswer } from "./spoken-answer.tsx";
import { useEnding } from "./use-ending.ts";
import type { Answer } from "./use-answer.ts";
import { useStickToEnd } from "./use-stick-to-end.ts";

interface AnswerCardProps {
  answer: Answer;
  onStop: () => void;
  /** The reason that was given for stopping AI use. */
  stopReason: string | null;
}

/** Shows the streamed answer, presented as a draft to check, with a stop button and its cost. */
export function AnswerCard({ answer, onStop, stopReason }: AnswerCardProps) {
  const t = useTranslations("assistant");
  const titleId = useId();
  const { raw, mapping, state, sent, choice } = answer;
  const isRunning = state.kind === "running";
  const parts = useMemo(
    () => restoreParts(isRunning ? visiblePart(raw) : raw, mapping),
    [raw, mapping, isRunning],
  );
  const text = parts.map((part) => part.text).join("");
  const boxRef = useRef<HTMLDivElement>(null);
  const { isAtEnd, onScroll, scrollToEnd } = useStickToEnd(boxRef, text);
  const ending = useEnding(answer);

  return (
    <section aria-labelledby={titleId} className="rounded-r-3 border border-line bg-surface">
      <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-5 py-2">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <h2 id={titleId} className="text-section text-text">
            {t("answer.title")}
          </h2>
          <Badge tone="warning" icon={TriangleAlert}>
            {t("answer.draft")}
          </Badge>
        </div>
        {isRunning ? (
          <Button icon={Square} onClick={onStop} aria-keyshortcuts="Escape">
            {t("answer.stop")}
          </Button>
        ) : (
          text !== "" && <CopyButton text={text} />
        )}
      </div>
      <div className="border-b border-line bg-surface-2 px-5 py-3">
        <h3 className="mb-0.5 text-small font-label text-text-2">{t("prompt.label")}</h3>
        <Question text={restore(sent, mapping)} />
      </div>
      <div className="relative">
        <div
          ref={boxRef}
          onScroll={onScroll}
          tabIndex={0}
          role="region"
          aria-label={t("answer.text")}
          aria-busy={isRunning}
          translate="no"
          className="focus-inset max-h-[60dvh] min-h-40 overflow-y-auto px-5 py-4 text-body leading-7 wrap-anywhere whitespace-pre-wrap text-text select-text"
        >
          <RestoredText parts={parts} />
          {isRunning && text === "" && (
            <span className="inline-flex items-center gap-2 text-text-2">
              <Spinner size="small" type="dots" />
              {t("answer.waiting", { provider: choice.providerName })}
            </span>
          )}
        </div>
        {!isAtEnd && isRunning && (
          <div className="pointer-events-none absolute inset-x-0 bottom-3 grid place-items-center">
            <Button
              size="small"
              icon={ChevronDown}
              className="pointer-events-auto shadow-sh-2"
              onClick={scrollToEnd}
            >
              {t("answer.toEnd")}
            </Button>
          </div>
        )}
      </div>
      <RestoredLegend parts={parts} />
      <AnswerEnd answer={answer} stopReason={stopReason} />
      <Disclosure flush summary={t("answer.sent")}>
        <p className="px-5 pb-3 text-dense wrap-anywhere whitespace-pre-wrap text-text" translate="no">
          {sent}
        </p>
      </Disclosure>
      <SpokenAnswer text={text} ending={ending} />
    </section>
  );
}
