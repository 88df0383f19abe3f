import { useEffect, useRef, useState } from "react";
import { sentencesUntil } from "./growing-text.ts";

interface SpokenAnswerProps {
  text: string;
  /** Text that is announced when the answer has ended, or null while it is running. */
  ending: string | null;
}

/** Announces a growing answer to screen readers by whole sentences, followed by its end state. */
export function SpokenAnswer({ text, ending }: SpokenAnswerProps) {
  const announcedLength = useRef(0);
  const [announcement, setAnnouncement] = useState("");

  useEffect(() => {
    const endIndex = ending === null ? sentencesUntil(text, announcedLength.current) : text.length;
    const next = [text.slice(announcedLength.current, endIndex).trim(), ending ?? ""].filter(
      (part) => part !== "",
    );
    announcedLength.current = endIndex;
    if (next.length > 0) setAnnouncement(next.join(" "));
  }, [text, ending]);

  return (
    <div aria-live="polite" className="sr-only">
      {announcement}
    </div>
  );
}
