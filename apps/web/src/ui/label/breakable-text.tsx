import { Fragment } from "react";
import { Highlight } from "./highlight.tsx";

/**
 * A text with a username, an email address or a URL. It wraps after an underscore or a slash or before the @, and not
 * inside a word.
 */
export function BreakableText({ text, search = "" }: { text: string; search?: string }) {
  if (search.trim() !== "") return <Highlight text={text} search={search} />;
  return text.split(/(?<=_|[^/]\/(?!\/))|(?=@)/).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of one text have no other identity
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
