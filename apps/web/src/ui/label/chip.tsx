import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import { Popover } from "../overlay/popover.tsx";

export interface FilterChipProps {
  /** Name of the filter: "Rolle". */
  label: string;
  /** The selected value as text, or undefined if the filter is not set. */
  value?: string | undefined;
  onClear: () => void;
  /** Name of the clear button: "Filter Rolle entfernen". */
  clearLabel: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** The values to choose from, usually `FilterOptions`. */
  children: ReactNode;
}

const triggerBase =
  "inline-flex min-h-10 items-center gap-2 text-left text-dense font-nav whitespace-nowrap hyphens-none md:min-h-8 max-md:whitespace-normal";

/**
 * A filter. It is dashed with a plus sign while it is not set, and shows "Feld: Wert" with a clear button when it is
 * set. In either state, a click on it opens its values.
 */
export function FilterChip(props: FilterChipProps) {
  const { label, value, onClear, clearLabel, open, onOpenChange, children } = props;
  const isSet = value !== undefined;
  return (
    <span
      className={cx(
        "inline-flex max-w-full rounded-r-3 border transition-colors duration-(--t-quick)",
        isSet
          ? "border-accent-line bg-accent-soft text-accent-text"
          : "border-dashed border-line-strong text-text-2 hover:bg-surface hover:text-text",
      )}
    >
      <Popover
        label={label}
        tight
        className="w-64"
        {...(open === undefined ? {} : { open })}
        {...(onOpenChange === undefined ? {} : { onOpenChange })}
        trigger={
          <button
            type="button"
            className={cx(triggerBase, "min-w-0 rounded-r-3", isSet ? "pr-1 pl-3" : "pr-3 pl-2")}
          >
            {!isSet && <Plus size={14} strokeWidth={2} className="shrink-0" aria-hidden />}
            <span className="min-w-0">{isSet ? `${label}: ${value}` : label}</span>
          </button>
        }
      >
        {children}
      </Popover>
      {isSet && (
        <button
          type="button"
          aria-label={clearLabel}
          title={clearLabel}
          onClick={onClear}
          className="inline-grid w-8 shrink-0 place-items-center rounded-r-3 hover:text-text max-md:w-10"
        >
          <X size={14} strokeWidth={2} aria-hidden />
        </button>
      )}
    </span>
  );
}
