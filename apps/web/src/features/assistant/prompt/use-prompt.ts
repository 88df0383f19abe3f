import { useReducer } from "react";
import type { SensitiveKind } from "../redaction/kinds.ts";
import type { ManualMark } from "../redaction/marks.ts";
import { marksFor, movedMarks, samePlaces, type Place } from "./hand-marks.ts";

/** What is written, and what was marked in it by hand. */
export type Draft = { readonly text: string; readonly marks: readonly ManualMark[] };

export type DraftChange =
  | { readonly type: "write"; readonly text: string }
  | { readonly type: "mark"; readonly place: Place; readonly kind: SensitiveKind }
  | { readonly type: "unmark"; readonly places: readonly Place[] }
  | { readonly type: "unmarkNothing" }
  | { readonly type: "clear" };

export const emptyDraft: Draft = { text: "", marks: [] };

/** The draft after a change; what was marked by hand stays where it is when text is put before it. */
export function changedDraft(draft: Draft, change: DraftChange): Draft {
  switch (change.type) {
    case "write":
      return { text: change.text, marks: movedMarks(draft.marks, draft.text, change.text) };
    case "mark":
      return marked(draft, marksFor(samePlaces(draft.text, change.place), change.kind));
    case "unmark":
      return marked(draft, marksFor(change.places, "none"));
    case "unmarkNothing":
      return { ...draft, marks: draft.marks.filter(({ kind }) => kind !== "none") };
    case "clear":
      return emptyDraft;
  }
}

function marked(draft: Draft, marks: readonly ManualMark[]): Draft {
  return { ...draft, marks: [...draft.marks, ...marks] };
}

/** The draft of this visit; it lives in the memory of the page alone. */
export function usePrompt() {
  return useReducer(changedDraft, emptyDraft);
}

/** The text with words put in at a place, parted from what stands there by a blank where there is none. */
export function withInserted(text: string, words: string, at: number): { text: string; end: number } {
  const [before, after] = [text.slice(0, at), text.slice(at)];
  const left = before === "" || /\s$/.test(before) ? "" : " ";
  const right = after === "" || /^[\s.,;:!?)]/.test(after) ? "" : " ";
  const put = before + left + words.trim();
  return { text: put + right + after, end: put.length };
}
