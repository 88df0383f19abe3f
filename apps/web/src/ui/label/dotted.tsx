// Without memoization, the start chunk is smaller.
"use no memo";

import { Children, Fragment, type ReactNode } from "react";
import { wholeWords } from "./whole-words.tsx";

/**
 * The dot between two details of a line. The visible dot is the background of a space, so that it disappears with the
 * space where the line wraps. The text has a dot in any case, for screen readers and for copying.
 */
export function Dot() {
  return (
    <>
      <span className="dot-text">{" ·"}</span>
      <span className="dot-space"> </span>
    </>
  );
}

interface DottedProps {
  /** The details, or a text with dots between them. Those that are missing are left out. */
  details: ReactNode;
}

/**
 * Details in one line with dots between them. A line wraps between two details, and within one only if it is too long.
 */
export function Dotted({ details }: DottedProps) {
  return Children.toArray(typeof details === "string" ? details.split(/\s·\s/) : details).map(
    (detail, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- the details of one line have no other identity
      <Fragment key={index}>
        {index > 0 && <Dot />}
        <span className="inline-block wrap-anywhere">{wholeWords(detail)}</span>
      </Fragment>
    ),
  );
}
