import { useEffect, useMemo, useState } from "react";
import type { Finding } from "@praxisportal/contract/ai/redaction/kinds";
import { loadRecogniser } from "../redaction/load-recogniser.ts";
import type { ManualMark } from "../redaction/marks.ts";
import { redact, type Redacted } from "../redaction/redact.ts";

/** A checked text with its redacted version. */
export type Checked = Redacted & { readonly original: string };

export interface Redaction {
  /** null before the first check; the previous result while a check is running. */
  readonly checked: Checked | null;
  /** Whether `checked` is for the current text and marks. */
  readonly isCurrent: boolean;
  /** The recogniser could not be downloaded: nothing may be sent unchecked. */
  readonly failed: boolean;
  /** Checks the text now; null when the recogniser cannot be downloaded. */
  readonly check: () => Promise<Checked | null>;
}

type RedactionResult = {
  readonly text: string;
  readonly marks: readonly ManualMark[];
  readonly findings: readonly Finding[];
};

/** Texts of this length or more are checked only after a pause in typing. */
const longText = 4_000;
const restMs = 300;

/** Checks the text while it is typed, including manual marks. The text never leaves memory. */
export function useRedaction(text: string, marks: readonly ManualMark[]): Redaction {
  const [result, setResult] = useState<RedactionResult | null>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    // The recogniser is downloaded with the first character, not with the page.
    if (text === "") return;
    let isWanted = true;
    const look = async () => {
      try {
        const find = await loadRecogniser();
        if (!isWanted) return;
        setResult({ text, marks, findings: find(text) });
        setFailed(false);
      } catch {
        if (isWanted) setFailed(true);
      }
    };
    const timer = setTimeout(() => void look(), text.length > longText ? restMs : 0);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [text, marks]);

  const checked = useMemo(() => (result === null ? null : checkedOf(result)), [result]);
  return {
    checked,
    isCurrent: result?.text === text && result.marks === marks,
    failed,
    check: async () => {
      try {
        const find = await loadRecogniser();
        setFailed(false);
        return checkedOf({ text, marks, findings: find(text) });
      } catch {
        setFailed(true);
        return null;
      }
    },
  };
}

function checkedOf({ text, marks, findings }: RedactionResult): Checked {
  return { ...redact(text, findings, marks), original: text };
}
