import { useBlocker } from "@tanstack/react-router";
import { useEffect } from "react";
import { useStore } from "zustand";
import { lazyDialog } from "../loading/lazy-part.tsx";
import { discardStore, hasUnsavedInput, mayDiscard, registerDiscardDialog } from "./unsaved-input.ts";

const DiscardQuestion = lazyDialog(async () => (await import("./discard-question.tsx")).DiscardQuestion);

/** Asks before a navigation, a reload or closing a dialog discards unsaved input. Rendered once for all pages. */
export function DiscardDialog() {
  const { answer, texts } = useStore(discardStore);
  useEffect(registerDiscardDialog, []);
  useBlocker({
    shouldBlockFn: async () => !(await mayDiscard()),
    enableBeforeUnload: () => hasUnsavedInput(),
  });
  return answer && <DiscardQuestion answer={answer} texts={texts} />;
}
