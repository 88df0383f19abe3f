import type { RefObject } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../../../ui/button/button.tsx";
import { RedactionSummary } from "../redaction/redaction-summary.tsx";
import type { SensitiveKind } from "@praxisportal/contract/ai/redaction/kinds";
import type { TextRange } from "./hand-marks.ts";
import { MarkBar } from "./mark-bar.tsx";
import { MarkedText } from "./marked-text.tsx";
import type { Checked } from "./use-redaction.ts";

interface PreviewProps {
  checked: Checked;
  /** True if marks were removed by hand. */
  hasUnmarked: boolean;
  chosen: TextRange | null;
  onMark: (range: TextRange, kind: SensitiveKind) => void;
  onUnmark: (ranges: readonly TextRange[]) => void;
  onMarkAgain: () => void;
  textRef: RefObject<HTMLDivElement | null>;
}

/** Preview of the text that leaves the organization, with its replacements, tools to mark more, and a disclaimer. */
export function Preview(props: PreviewProps) {
  const { checked, hasUnmarked, chosen, onMark, onUnmark, onMarkAgain, textRef } = props;
  const t = useTranslations("assistant");
  return (
    <section aria-label={t("preview.title")} className="rounded-r-3 border border-line bg-surface-2">
      <div className="flex flex-wrap items-start justify-between gap-3 border-b border-line px-4 py-3">
        <RedactionSummary findings={checked.replacements} />
        {hasUnmarked && (
          <Button size="small" onClick={onMarkAgain}>
            {t("preview.markAgain")}
          </Button>
        )}
      </div>
      <div className="px-4 py-3">
        <MarkedText
          text={checked.original}
          replacements={checked.replacements}
          onUnmark={onUnmark}
          textRef={textRef}
        />
      </div>
      <div className="border-t border-line px-4 py-3">
        <MarkBar
          words={chosen === null ? null : checked.original.slice(chosen.start, chosen.end)}
          onMark={(kind) => {
            if (chosen !== null) onMark(chosen, kind);
          }}
        />
      </div>
    </section>
  );
}
