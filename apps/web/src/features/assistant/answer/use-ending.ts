import { useTranslations } from "use-intl";
import { useBillTexts } from "./bill-texts.ts";
import type { Answer } from "./use-answer.ts";

/** Returns the screen reader text for the end of an answer, or null while it is running. */
export function useEnding({ state }: Answer): string | null {
  const t = useTranslations("assistant");
  const billTexts = useBillTexts();
  switch (state.kind) {
    case "running":
      return null;
    case "stopped":
      return t("answer.stopped");
    case "done":
      return `${t(`answer.finished.${state.finishReason}`)} ${billTexts(state.bill).join(", ")}`;
    case "failed":
      // The error box announces itself.
      return "";
  }
}
