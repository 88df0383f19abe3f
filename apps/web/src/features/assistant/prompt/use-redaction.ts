import { useEffect, useMemo, useState } from "react";
import type { Finding } from "../redaction/kinds.ts";
import { loadRecogniser } from "../redaction/load-recogniser.ts";
import type { ManualMark } from "../redaction/marks.ts";
import { redact, type Redacted } from "../redaction/redact.ts";

/** A text that was looked through, with what is sent instead of it. */
export type Checked = Redacted & { readonly original: string };

export interface Redaction {
  /** null until a text was looked through; of the text before while the present one is. */
  readonly checked: Checked | null;
  /** `checked` is of the present text with the present marks. */
  readonly isCurrent: boolean;
  /** The recogniser could not be downloaded: nothing may be sent unseen. */
  readonly failed: boolean;
  /** Looks the text through at once; null when the recogniser cannot be downloaded. */
  readonly check: () => Promise<Checked | null>;
}

type Looked = {
  readonly text: string;
  readonly marks: readonly ManualMark[];
  readonly findings: readonly Finding[];
};

/** From so many characters on a text is looked through when the typing rests. */
const longText = 4_000;
const restMs = 300;

/** Looks a text through as it is written, with what was marked by hand. Nothing of it leaves the memory of the page. */
export function useRedaction(text: string, marks: readonly ManualMark[]): Redaction {
  const [looked, setLooked] = useState<Looked | null>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    // The recogniser is downloaded with the first letter, not with the page.
    if (text === "") return;
    let isWanted = true;
    const look = async () => {
      try {
        const find = await loadRecogniser();
        if (!isWanted) return;
        setLooked({ text, marks, findings: find(text) });
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

  const checked = useMemo(() => (looked === null ? null : checkedOf(looked)), [looked]);
  return {
    checked,
    isCurrent: looked?.text === text && looked.marks === marks,
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

function checkedOf({ text, marks, findings }: Looked): Checked {
  return { ...redact(text, findings, marks), original: text };
}
