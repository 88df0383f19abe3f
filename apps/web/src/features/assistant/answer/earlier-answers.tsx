import { useMemo } from "react";
import { useTranslations } from "use-intl";
import { restore, restoreParts } from "../redaction/restore.ts";
import { CopyButton } from "./copy-button.tsx";
import { Question } from "./question.tsx";
import { RestoredText } from "./restored-text.tsx";
import { newestTurns, type Answer } from "./use-answer.ts";

/** Shows the earlier prompts and answers of the conversation, newest first. There must be at least one. */
export function EarlierAnswers({ answers }: { answers: readonly Answer[] }) {
  const t = useTranslations("assistant");
  const sentCount = newestTurns(answers).length;
  return (
    <section aria-label={t("conversation.title")} className="grid gap-4">
      <h2 className="text-section text-text">{t("conversation.title")}</h2>
      <ol className="grid gap-4">
        {answers.toReversed().map((answer, index) => (
          <li key={answer.id} className="rounded-r-3 border border-line bg-surface">
            <EarlierAnswer answer={answer} isOmitted={index >= sentCount} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function EarlierAnswer({ answer, isOmitted }: { answer: Answer; isOmitted: boolean }) {
  const t = useTranslations("assistant");
  const { sent, raw, mapping } = answer;
  const parts = useMemo(() => restoreParts(raw, mapping), [raw, mapping]);
  return (
    <>
      <div className="flex items-start justify-between gap-3 border-b border-line px-5 py-3">
        <Question text={restore(sent, mapping)} />
        <div className="shrink-0">
          <CopyButton text={parts.map(({ text }) => text).join("")} />
        </div>
      </div>
      <p
        className="px-5 py-3 text-body leading-7 wrap-anywhere whitespace-pre-wrap text-text select-text"
        translate="no"
      >
        <RestoredText parts={parts} />
      </p>
      {isOmitted && <p className="px-5 pb-3 text-dense text-text-2">{t("conversation.forgotten")}</p>}
    </>
  );
}
