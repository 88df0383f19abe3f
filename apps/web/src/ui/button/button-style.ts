import { cx } from "../cx.ts";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "destructive" | "danger";
export type ButtonSize = "small" | "medium" | "large";

const base =
  "relative inline-flex max-w-full items-center justify-center rounded-r-3 border py-1 text-center font-strong select-none transition-colors duration-(--t-quick) hyphens-none";

const sizes: Record<ButtonSize, string> = {
  small: "min-h-10 gap-2 px-3 text-dense md:min-h-8",
  medium: "min-h-11 gap-2 px-4 text-body md:min-h-9",
  large: "min-h-11 gap-2 px-4 text-body",
};

const kinds: Record<ButtonVariant, string> = {
  primary: "border-transparent bg-accent text-accent-ink hover:bg-accent-hover",
  secondary: "border-line-strong bg-surface text-text hover:bg-surface-2",
  quiet: "border-transparent text-accent-text hover:bg-accent-soft",
  destructive: "border-line-strong bg-surface text-danger hover:bg-danger-soft",
  danger: "border-transparent bg-danger-solid text-danger-ink hover:opacity-92",
};

/** Marks a main action, which some layouts place first. */
const mainClass = "main-action";

const off = "border-transparent bg-surface-3 text-text-3";

/** Returns the classes of a button, for `Button` and for router links styled as buttons. */
export function buttonClass(
  options: { variant?: ButtonVariant; size?: ButtonSize; block?: boolean; disabled?: boolean } = {},
): string {
  const { variant = "secondary", size = "medium", block = false, disabled = false } = options;
  return cx(
    variant === "primary" && mainClass,
    base,
    sizes[size],
    disabled ? off : kinds[variant],
    block ? "w-full" : "md:whitespace-nowrap",
  );
}
