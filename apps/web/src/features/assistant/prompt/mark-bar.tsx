import { useTranslations } from "use-intl";
import { Button } from "../../../ui/button/button.tsx";
import { type SensitiveKind, sensitiveKinds } from "@praxisportal/contract/ai/redaction/kinds";

interface MarkBarProps {
  /** The selected text, or null if there is no selection. */
  words: string | null;
  onMark: (kind: SensitiveKind) => void;
}

const visibleLength = 40;

/** Marks the selected text as one of the kinds. Without a selection, explains how to select. */
export function MarkBar({ words, onMark }: MarkBarProps) {
  const t = useTranslations("assistant");
  if (words === null) return <p className="text-small text-text-3">{t("preview.chooseHint")}</p>;
  const short = words.length > visibleLength ? `${words.slice(0, visibleLength)}…` : words;
  return (
    <div role="group" aria-label={t("preview.markAs", { words: short })}>
      <p className="text-dense font-label text-text">{t("preview.markAs", { words: short })}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {sensitiveKinds.map((kind) => (
          <Button
            key={kind}
            size="small"
            // The click must not clear the selection.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onMark(kind)}
          >
            {t(`preview.kinds.${kind}`)}
          </Button>
        ))}
      </div>
    </div>
  );
}
