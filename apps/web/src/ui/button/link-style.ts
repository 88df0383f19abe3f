/** A link in text or at the edge of a card: underlined on hover and focus. */
export const linkClass =
  "rounded-r-1 font-strong text-accent-text underline-offset-3 hover:underline focus-visible:underline";

/** A name in a table that links to its page. */
export const nameLinkClass =
  "inline-block rounded-r-1 py-0.5 font-strong text-text underline-offset-3 hover:underline";
