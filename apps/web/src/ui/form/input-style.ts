import { cx } from "../cx.ts";

/** `medium` 40 px, `toolbar` 36 px; both 44 px below 768 px. */
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
