import { useTranslations } from "use-intl";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { Button } from "../../ui/button/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import type { AiInstruction } from "./ai-instruction.api.ts";
import { InstructionText } from "./instruction-text.tsx";

interface InstructionDialogProps {
  instruction: AiInstruction;
  onClose: () => void;
}

/** Shows the AI instruction again, with the time of the confirmation. */
export function InstructionDialog({ instruction, onClose }: InstructionDialogProps) {
  const t = useTranslations("ai-instruction");
  const common = useTranslations("common");
  const format = useFormat();
  const { confirmedAt } = instruction;
  return (
    <Dialog
      open
      size="form"
      dismissible
      title={t("title")}
      description={
        confirmedAt === null
          ? t("notConfirmed")
          : t("confirmedAt", { time: format.momentInText(confirmedAt) })
      }
      closeLabel={common("close")}
      onOpenChange={(open) => !open && onClose()}
      actions={<Button onClick={onClose}>{common("close")}</Button>}
    >
      <div className="pt-3">
        <InstructionText instruction={instruction} />
      </div>
    </Dialog>
  );
}
