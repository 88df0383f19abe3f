import { useBlocker } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { useStore } from "zustand";
import { lazyDialog } from "../loading/lazy-part.tsx";
import {
  type DiscardTexts,
  discardStore,
  hasUnsavedInput,
  mayDiscard,
  registerDiscardDialog,
} from "./unsaved-input.ts";

const ConfirmDialog = lazyDialog(async () => (await import("./confirm-dialog.tsx")).ConfirmDialog);

/** Asks before a navigation, a reload or closing a dialog discards unsaved input. Rendered once for all pages. */
export function DiscardDialog() {
  const common = useTranslations("common");
  const { answer, texts } = useStore(discardStore);
  useEffect(registerDiscardDialog, []);
  useBlocker({
    shouldBlockFn: async () => !(await mayDiscard()),
    enableBeforeUnload: () => hasUnsavedInput(),
  });
  if (answer === null) return null;
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
