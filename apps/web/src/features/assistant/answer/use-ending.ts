import { useTranslations } from "use-intl";
import { useBillText } from "./bill-text.ts";
import type { Answer } from "./use-answer.ts";

/** How an answer ended, for those who do not see it; null while it comes. */
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
      // The box that says so is announced by itself.
      return "";
  }
}
