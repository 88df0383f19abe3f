// The effect runs on every render, so memoization would only make the initial bundle larger.
"use no memo";

import { useEffect } from "react";
import { useFormat } from "../../platform/i18n/use-format.ts";

/** Sets the text that the style sheet prints on every sheet of paper: the owner of the page and the time. */
export function usePrintMark(owner: string | undefined): void {
  const format = useFormat();
  useEffect(() => {
    const setMark = () =>
      // A JSON string is also a CSS string.
      document.documentElement.style.setProperty(
        "--print-mark",
        JSON.stringify(`${owner} · ${format.momentFull(Date.now())}`),
      );
    window.addEventListener("beforeprint", setMark);
    return () => window.removeEventListener("beforeprint", setMark);
  });
  useEffect(() => () => void document.documentElement.style.removeProperty("--print-mark"), []);
}
