import { useTranslations } from "use-intl";
import type { AnswerPart } from "../redaction/restore.ts";

/** Shows an answer. Data that was not sent, but filled in afterwards, is highlighted. */
export function RestoredText({ parts }: { parts: readonly AnswerPart[] }) {
  let position = 0;
  return parts.map(({ text, isRestored }) => {
    const key = position;
    position += text.length;
    return isRestored ? (
      <mark key={key} className="rounded-r-1 bg-accent-soft px-0.5 font-label text-accent-text">
        {text}
      </mark>
    ) : (
      <span key={key}>{text}</span>
    );
  });
}

/** Explains the highlighting. Empty if nothing is highlighted. */
export function RestoredLegend({ parts }: { parts: readonly AnswerPart[] }) {
  const t = useTranslations("assistant");
  const count = parts.filter(({ isRestored }) => isRestored).length;
  if (count === 0) return null;
  return (
    <p className="flex items-baseline gap-2 px-5 pb-3 text-dense text-text-2">
      <span
        aria-hidden
        className="inline-block size-3 shrink-0 rounded-r-1 border border-accent-line bg-accent-soft"
      />
      <span>{t("answer.restored", { count })}</span>
    </p>
  );
}
