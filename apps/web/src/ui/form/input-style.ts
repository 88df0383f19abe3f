import { cx } from "../cx.ts";

/** `medium` is 40 px high and `toolbar` 36 px. Below 768 px, both are 44 px high. */
export type FieldSize = "medium" | "toolbar";

/** Returns the classes of a single-line control, with room for icons. */
export function inputClass(options: {
  size?: FieldSize | undefined;
  iconLeft?: boolean;
  iconRight?: boolean;
}): string {
  const { size = "medium", iconLeft = false, iconRight = false } = options;
  return cx(
    "field-box h-11 w-full min-w-0 text-ellipsis",
    size === "toolbar" ? "text-dense md:h-9" : "text-body md:h-10",
    iconLeft ? "pl-9" : "pl-3",
    iconRight ? "pr-10" : "pr-3",
  );
}
