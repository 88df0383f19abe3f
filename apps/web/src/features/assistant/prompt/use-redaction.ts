import type { AiKnownNames } from "@praxisportal/contract/ai-templates/ai-templates.schema";
import { useEffect, useMemo, useState } from "react";
import type { Finding } from "@praxisportal/contract/ai/redaction/kinds";
import { loadRecognizer } from "../redaction/load-recognizer.ts";
import type { ManualMark } from "../redaction/marks.ts";
import { type Mapping, redact, type Redacted } from "../redaction/redact.ts";

/** A checked text with its redacted version. */
export type Checked = Redacted & { readonly original: string };

export interface Redaction {
  /** Null before the first check. While a check is running, it is the previous result. */
  readonly checked: Checked | null;
  /** True if `checked` is for the current text and marks. */
  readonly isCurrent: boolean;
  /** The recognizer or its names could not be downloaded: nothing may be sent unchecked. */
  readonly failed: boolean;
  /** Checks the text now. Resolves with null if the recognizer or its names cannot be downloaded. */
  readonly check: () => Promise<Checked | null>;
}

type RedactionResult = {
  readonly text: string;
  readonly marks: readonly ManualMark[];
  readonly findings: readonly Finding[];
  readonly earlier: Mapping;
};

/** Texts of this length or more are checked only after a pause in typing. */
const longText = 4_000;
const typingPauseMs = 300;

/**
 * Checks the text while it is typed, including manual marks. The text never leaves memory. `earlier` contains the
 * placeholders of the conversation, whose names are recognized in later texts. `readNames` returns the names of the
 * organization's directory.
 */
export function useRedaction(
  text: string,
  marks: readonly ManualMark[],
  { earlier, readNames }: { earlier: Mapping; readNames: () => Promise<AiKnownNames> },
): Redaction {
  const [result, setResult] = useState<RedactionResult | null>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    // The recognizer is downloaded with the first character, not with the page.
    if (text === "") return;
    let isActive = true;
    const runCheck = async () => {
      try {
        const find = await loadRecognizer(withEarlierNames(await readNames(), earlier));
        if (!isActive) return;
        setResult({ text, marks, earlier, findings: find(text) });
        setFailed(false);
      } catch {
        if (isActive) setFailed(true);
      }
    };
    const timer = setTimeout(() => void runCheck(), text.length > longText ? typingPauseMs : 0);
    return () => {
      isActive = false;
      clearTimeout(timer);
    };
  }, [text, marks, earlier, readNames]);

  const checked = useMemo(() => (result === null ? null : checkedOf(result)), [result]);
  return {
    checked,
    isCurrent: result?.text === text && result.marks === marks && result.earlier === earlier,
    failed,
    check: async () => {
      try {
        const find = await loadRecognizer(withEarlierNames(await readNames(), earlier));
        const checkedText = { text, marks, earlier, findings: find(text) };
        // The preview opens with this text, even if the check after the pause in typing is still to come.
        setResult(checkedText);
        setFailed(false);
        return checkedOf(checkedText);
      } catch {
        setFailed(true);
        return null;
      }
    },
  };
}

/**
 * Adds the names that were replaced earlier in the conversation. A follow-up can then use them without a form of
 * address.
 */
function withEarlierNames({ firstNames, lastNames }: AiKnownNames, earlier: Mapping): AiKnownNames {
  const named = [...earlier].filter(([placeholder]) => placeholder.startsWith("[Name "));
  return {
    firstNames,
    lastNames: [...lastNames, ...named.map(([, original]) => original.replaceAll(",", ""))],
  };
}

function checkedOf({ text, marks, findings, earlier }: RedactionResult): Checked {
  return { ...redact(text, findings, marks, earlier), original: text };
}
