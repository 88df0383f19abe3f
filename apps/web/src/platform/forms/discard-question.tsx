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
  const t = (part: keyof DiscardTexts) => texts?.[part] ?? common(`discard.${part}`);
  return (
    <ConfirmDialog
      title={t("title")}
      effect={t("text")}
      cancelLabel={t("stay")}
      confirmLabel={t("go")}
      busyLabel={t("go")}
      variant="danger"
      act={() => answer(true)}
      onClose={() => answer(false)}
    />
  );
}
