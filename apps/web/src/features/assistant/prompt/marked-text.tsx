import X from "lucide-react/icons/x";
import type { RefObject } from "react";
import { useTranslations } from "use-intl";
import type { Replacement } from "../redaction/redact.ts";
import { offsetAttribute } from "./use-selected-range.ts";
import type { TextRange } from "./hand-marks.ts";

interface MarkedTextProps {
  text: string;
  replacements: readonly Replacement[];
  onUnmark: (ranges: readonly TextRange[]) => void;
  textRef: RefObject<HTMLDivElement | null>;
}

/** Shows the text with its replacements. Clicking a mark removes it everywhere it occurs. */
export function MarkedText({ text, replacements, onUnmark, textRef }: MarkedTextProps) {
  const t = useTranslations("assistant");
  const parts = [];
  let position = 0;
  for (const replacement of replacements) {
    parts.push(<Plain key={position} text={text} start={position} end={replacement.start} />);
    const { start, end, placeholder, kind } = replacement;
    const original = text.slice(start, end);
    const mark = (
      <button
        key={`mark-${start}`}
        type="button"
        {...{ [offsetAttribute]: `${start} ${end}` }}
        title={t("preview.unmark")}
        onClick={() => onUnmark(replacements.filter((candidate) => candidate.placeholder === placeholder))}
        className="my-0.5 inline-flex max-w-[calc(100%-0.5rem)] items-center gap-1.5 rounded-r-2 border border-accent-line bg-accent-soft px-1.5 text-left align-baseline text-text hover:border-accent-text"
      >
        <span className="shrink-0 text-small font-strong whitespace-nowrap text-accent-text">
          {t(`preview.kinds.${kind}`)} {/\d+/.exec(placeholder)?.[0]}
        </span>
        <span className="min-w-0 wrap-anywhere whitespace-normal">{original}</span>
        <span className="sr-only">{t("preview.unmark")}</span>
        <X size={14} strokeWidth={2} className="shrink-0 text-text-2" aria-hidden />
      </button>
    );
    position = end;
    if (/^[.,;:!?)]$/.test(text.charAt(end))) {
      position += 1;
      // The punctuation stays on the line of the mark before it.
      parts.push(
        <span key={`marked-${start}`} className="whitespace-nowrap">
          {mark}
          <Plain text={text} start={end} end={position} />
        </span>,
      );
    } else parts.push(mark);
  }
  parts.push(<Plain key={position} text={text} start={position} end={text.length} />);
  return (
    <div
      ref={textRef}
      translate="no"
      className="text-body leading-7 wrap-anywhere whitespace-pre-wrap text-text select-text"
    >
      {parts}
    </div>
  );
}

function Plain({ text, start, end }: { text: string; start: number; end: number }) {
  if (start === end) return null;
  return <span {...{ [offsetAttribute]: `${start} ${end}` }}>{text.slice(start, end)}</span>;
}
