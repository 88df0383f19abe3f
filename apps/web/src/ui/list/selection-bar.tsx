import X from "lucide-react/icons/x";
import { useEffect, useEffectEvent, type ReactNode } from "react";
import { bottomBar } from "../overlay/bottom-bars.ts";

export interface SelectionBarProps {
  /** The number of selected items, for example "3 ausgewählt". */
  count: ReactNode;
  /** Button "Alle 46 auswählen", if there are more items than shown. */
  selectAll?: ReactNode;
  /** Small buttons for the selected items. */
  actions: ReactNode;
  clearLabel: string;
  onClear: () => void;
}

/** Bar at the bottom edge of the window while rows are selected. Escape clears the selection. */
export function SelectionBar({ count, selectAll, actions, clearLabel, onClear }: SelectionBarProps) {
  const clear = useEffectEvent(onClear);

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      // An open menu or dialog that closes on Escape has already handled the key.
      if (event.key !== "Escape" || event.defaultPrevented) return;
      if (document.querySelector("[role=dialog], [role=alertdialog], [role=menu], [role=listbox]")) return;
      clear();
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  return (
    <div
      ref={bottomBar}
      data-bottom-bar=""
      className="sticky bottom-0 z-20 flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 rounded-r-3 border border-line-strong bg-overlay px-4 py-2 shadow-sh-2 print:hidden"
    >
      <span
        className="text-body font-strong text-text tabular-nums max-md:basis-full max-md:pr-10"
        role="status"
      >
        {count}
      </span>
      {selectAll !== undefined && (
        <span className="border-line text-dense max-md:-ml-2.75 md:border-l md:pl-3">{selectAll}</span>
      )}
      <div className="flex flex-wrap items-center gap-2 max-md:gap-1.5 md:ml-auto max-md:[&>button]:px-2.5">
        {actions}
        <button
          type="button"
          aria-label={clearLabel}
          title={clearLabel}
          onClick={onClear}
          className="grid size-10 place-items-center rounded-r-3 text-text-2 max-md:absolute max-md:top-1 max-md:right-2 hover:bg-surface-3 hover:text-text md:size-8"
        >
          <X size={18} strokeWidth={1.75} aria-hidden />
        </button>
      </div>
    </div>
  );
}
