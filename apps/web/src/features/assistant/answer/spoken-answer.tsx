import { useEffect, useRef, useState } from "react";
import { sentencesUntil } from "./growing-text.ts";

interface SpokenAnswerProps {
  text: string;
  /** Announced when the answer has ended; null while it is running. */
  ending: string | null;
}

/** Announces a growing answer to screen readers by whole sentences, followed by how it ended. */
export function SpokenAnswer({ text, ending }: SpokenAnswerProps) {
  const told = useRef(0);
  const [words, setWords] = useState("");

  useEffect(() => {
    const until = ending === null ? sentencesUntil(text, told.current) : text.length;
    const next = [text.slice(told.current, until).trim(), ending ?? ""].filter((part) => part !== "");
    told.current = until;
    if (next.length > 0) setWords(next.join(" "));
  }, [text, ending]);

  return (
    <div aria-live="polite" className="sr-only">
      {words}
    </div>
  );
}
