import { useTranslations } from "use-intl";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import type { DiscardTexts } from "./unsaved-input.ts";

interface DiscardQuestionProps {
  answer: (isDiscarded: boolean) => void;
  /** Undefined for unsaved changes. */
  texts: DiscardTexts | undefined;
}

/** Asks whether something may be lost. */
export function DiscardQuestion({ answer, texts }: DiscardQuestionProps) {
  const common = useTranslations("common");
  const go = texts?.go ?? common("discard.go");
  return (
    <ConfirmDialog
      title={texts?.title ?? common("discard.title")}
      effect={texts?.text ?? common("discard.text")}
      cancelLabel={texts?.stay ?? common("discard.stay")}
      confirmLabel={go}
      busyLabel={go}
      variant="danger"
      act={() => answer(true)}
      onClose={() => answer(false)}
    />
  );
}
