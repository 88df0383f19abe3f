import type { ComponentProps } from "react";
import { cx } from "./cx.ts";

/** Several lines of text; grows with its content from `rows` lines on where the browser can. */
export function TextArea({ className, rows = 3, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      {...rest}
      rows={rows}
      className={cx("field-box block w-full min-w-0 resize-y px-3 py-2 text-dense", className)}
    />
  );
}
