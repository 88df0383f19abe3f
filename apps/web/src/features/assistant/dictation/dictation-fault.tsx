import RefreshCw from "lucide-react/icons/refresh-cw";
import { useTranslations } from "use-intl";
import { Button } from "../../../ui/button/button.tsx";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import type { DictationState } from "./use-dictation.ts";

interface DictationFaultProps {
  state: DictationState;
  /** Sends a failed recording again. */
  onRetry: (audio: File) => void;
}

/** Explains why a dictation failed and how to solve the problem. */
export function DictationFault({ state, onRetry }: DictationFaultProps) {
  const t = useTranslations("assistant");
  switch (state.kind) {
    case "fault":
      return (
        <ErrorBox persistent title={t(`dictation.faults.${state.fault}.title`)}>
          {t(`dictation.faults.${state.fault}.text`)}
        </ErrorBox>
      );
    case "refused":
      return (
        <ErrorBox persistent title={t("dictation.refused")}>
          {state.message}
        </ErrorBox>
      );
    case "empty":
      return (
        <ErrorBox persistent title={t("dictation.failed")}>
          {t("dictation.empty")}
        </ErrorBox>
      );
    case "failed":
      return (
        <ErrorBox
          persistent
          title={t("dictation.failed")}
          action={
            <Button size="small" icon={RefreshCw} onClick={() => onRetry(state.audio)}>
              {t("dictation.again")}
            </Button>
          }
        >
          {state.message === "" ? t("dictation.unanswered") : state.message}
        </ErrorBox>
      );
    default:
      return null;
  }
}
