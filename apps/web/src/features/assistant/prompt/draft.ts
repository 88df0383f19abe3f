import type { SensitiveKind } from "@praxisportal/contract/ai/redaction/kinds";
import type { ManualMark } from "../redaction/marks.ts";
import { createMarks, shiftMarks, sameRanges, type TextRange } from "./hand-marks.ts";

/** The text and its manual marks. */
export type Draft = { readonly text: string; readonly marks: readonly ManualMark[] };

export type DraftChange =
  | { readonly type: "write"; readonly text: string }
  | { readonly type: "mark"; readonly range: TextRange; readonly kind: SensitiveKind }
  | { readonly type: "unmark"; readonly ranges: readonly TextRange[] }
  | { readonly type: "restoreMarks" }
  | { readonly type: "clear" }
  | { readonly type: "restore"; readonly draft: Draft };

export const emptyDraft: Draft = { text: "", marks: [] };

/** Returns the draft after a change. Manual marks move along when text before them changes. */
export function reduceDraft(draft: Draft, change: DraftChange): Draft {
  switch (change.type) {
    case "write":
      return { text: change.text, marks: shiftMarks(draft.marks, draft.text, change.text) };
    case "mark":
      return addMarks(draft, createMarks(sameRanges(draft.text, change.range), change.kind));
    case "unmark":
      return addMarks(draft, createMarks(change.ranges, "none"));
    case "restoreMarks":
      return { ...draft, marks: draft.marks.filter(({ kind }) => kind !== "none") };
    case "clear":
      return emptyDraft;
    case "restore":
      return change.draft;
  }
}

function addMarks(draft: Draft, marks: readonly ManualMark[]): Draft {
  return { ...draft, marks: [...draft.marks, ...marks] };
}

/** Inserts words into the text, separated by a space where needed. */
export function withInserted(text: string, words: string, at: number): { text: string; end: number } {
  const [before, after] = [text.slice(0, at), text.slice(at)];
  const leftSpace = before === "" || /\s$/.test(before) ? "" : " ";
  const right = after === "" || /^[\s.,;:!?)]/.test(after) ? "" : " ";
  const inserted = before + leftSpace + words.trim();
  return { text: inserted + right + after, end: inserted.length };
}
