import { useEffect, useState, type RefObject } from "react";
import { trimmedRange, type TextRange } from "./hand-marks.ts";

/** Attribute with the text offsets of an element of the preview. */
export const offsetAttribute = "data-offset";

/** Tracks the selected part of the text, in the text field or in the preview. */
export function useSelectedRange(
  text: string,
  fieldRef: RefObject<HTMLTextAreaElement | null>,
  previewRef: RefObject<HTMLElement | null>,
): { readonly chosen: TextRange | null; readonly clearSelection: () => void } {
  const [chosen, setChosen] = useState<{ text: string; range: TextRange } | null>(null);

  useEffect(() => {
    const updateSelection = () => {
      const field = fieldRef.current;
      const raw =
        field !== null && document.activeElement === field
          ? { start: field.selectionStart, end: field.selectionEnd }
          : previewRange(previewRef.current);
      // The selection is elsewhere, for example on the mark buttons: keep the last one.
      if (raw === null) return;
      const range = trimmedRange(text, raw);
      setChosen(range === null ? null : { text, range });
    };
    document.addEventListener("selectionchange", updateSelection);
    return () => document.removeEventListener("selectionchange", updateSelection);
  }, [text, fieldRef, previewRef]);

  return { chosen: chosen?.text === text ? chosen.range : null, clearSelection: () => setChosen(null) };
}

/** Returns the selection in the preview as a range of the text, or null if nothing is selected. */
function previewRange(preview: HTMLElement | null): TextRange | null {
  const selection = document.getSelection();
  if (preview === null || selection === null || selection.isCollapsed || selection.rangeCount === 0)
    return null;
  const range = selection.getRangeAt(0);
  if (!preview.contains(range.startContainer) || !preview.contains(range.endContainer)) return null;
  const start = offsetOf(range.startContainer, range.startOffset, "start");
  const end = offsetOf(range.endContainer, range.endOffset, "end");
  return start === null || end === null || end <= start ? null : { start, end };
}

function offsetOf(node: Node, offset: number, side: "start" | "end"): number | null {
  const element = node instanceof Element ? node : node.parentElement;
  const part = element?.closest<HTMLElement>(`[${offsetAttribute}]`);
  if (part === null || part === undefined) return null;
  const [from = 0, to = 0] = (part.getAttribute(offsetAttribute) ?? "").split(" ").map(Number);
  // A mark is selected as a whole, plain text by character.
  if (part.tagName === "BUTTON") return side === "start" ? from : to;
  return Math.min(to, from + (node instanceof Text ? offset : 0));
}
