/** Classes of a link in text or at the edge of a card. It is underlined on hover and focus. */
export const linkClass =
  "rounded-r-1 font-strong text-accent-text underline-offset-3 hover:underline focus-visible:underline";

/** Classes of a name in a table that links to its page. */
export const nameLinkClass =
  "inline-block rounded-r-1 py-0.5 font-strong text-text underline-offset-3 hover:underline";
