import { useTranslations } from "use-intl";
import { useBillText } from "./bill-text.ts";
import type { Answer } from "./use-answer.ts";

/** Returns the screen reader text for the end of an answer, or null while it is running. */
export function useEnding({ state }: Answer): string | null {
  const t = useTranslations("assistant");
  const billText = useBillText();
  switch (state.kind) {
    case "running":
      return null;
    case "stopped":
      return t("answer.stopped");
    case "done":
      return `${t(`answer.finished.${state.finishReason}`)} ${billText(state.bill)}`;
    case "failed":
      // The error box announces itself.
      return "";
  }
}
