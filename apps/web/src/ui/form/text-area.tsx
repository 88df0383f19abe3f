import type { ComponentProps } from "react";
import { cx } from "../cx.ts";

/** A multi-line text field of at least `rows` lines. It grows with its content if the browser supports it. */
export function TextArea({ className, rows = 3, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      {...rest}
      rows={rows}
      className={cx("field-box block w-full min-w-0 resize-y px-3 py-2 text-dense", className)}
    />
  );
}
