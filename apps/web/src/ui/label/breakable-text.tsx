import { Fragment } from "react";

/** A text with a user name or email address, which wraps after an underscore or before the @ rather than inside a word. */
export function AccountText({ text }: { text: string }) {
  return text.split(/(?<=_)|(?=@)/).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of one text have no other identity
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
