import { Dialog as Base } from "@base-ui/react/dialog";
import X from "lucide-react/icons/x";
import type { KeyboardEvent, ReactNode } from "react";
import { cx } from "../cx.ts";
import { shouldPreventClose } from "./overlay-events.ts";
import { actionBarClass } from "./popup-style.ts";
import { bottomBar } from "./bottom-bars.ts";

export interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  closeLabel: string;
  /** Buttons in the footer. */
  actions?: ReactNode;
  /**
   * `right` is for a quick view (480 px), `left` for the navigation (288 px), and `bottom` for filters below 768 px.
   */
  side?: "right" | "left" | "bottom";
  /** Called on the arrow keys to move to the previous or next row. */
  onStep?: ((direction: -1 | 1) => void) | undefined;
  /** Hides the header, because the navigation has its own. The title remains the accessible name. */
  bare?: boolean;
  children: ReactNode;
}

const places = {
  right: "inset-y-0 right-0 w-full max-w-[480px] border-l md:rounded-l-r-4",
  left: "inset-y-0 left-0 w-[288px] max-w-[85vw] border-r rounded-r-r-4 [--drawer-off:-100%]",
  bottom:
    "inset-x-0 bottom-0 max-h-[85dvh] rounded-t-r-4 border-t data-starting-style:translate-x-0! data-starting-style:translate-y-full! data-ending-style:translate-x-0! data-ending-style:translate-y-full!",
} as const;

function isTyping(target: EventTarget): boolean {
  return (
    target instanceof Element &&
    target.closest("input, select, textarea, [role=listbox], [role=menu]") !== null
  );
}

/** A drawer that slides in over the page and keeps the list behind it visible. */
export function Drawer(props: DrawerProps) {
  const {
    open,
    onOpenChange,
    title,
    description,
    closeLabel,
    actions,
    side = "right",
    onStep,
    bare = false,
  } = props;

  function step(event: KeyboardEvent) {
    if (!onStep || isTyping(event.target)) return;
    const direction = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    onStep(direction === 1 ? 1 : -1);
  }

  return (
    <Base.Root
      open={open}
      onOpenChange={(next, details) => {
        if (!shouldPreventClose(next, details, true)) onOpenChange(next);
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="motion-fade fixed inset-0 z-40 bg-scrim-half" />
        <Base.Popup
          onKeyDown={step}
          className={cx(
            "motion-drawer fixed z-40 flex flex-col border-dialog-edge bg-overlay text-text shadow-sh-3 outline-none",
            places[side],
          )}
        >
          <div
            className={cx("flex items-start gap-4 border-b border-line px-5 py-4 md:px-6", bare && "sr-only")}
          >
            <div className="min-w-0 flex-1">
              <Base.Title className="text-dialog text-text">{title}</Base.Title>
              {description !== undefined && (
                <Base.Description className="text-dense text-text-2" render={<div />}>
                  {description}
                </Base.Description>
              )}
            </div>
            <Base.Close
              aria-label={closeLabel}
              title={closeLabel}
              className="-my-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-r-3 text-text-2 hover:bg-surface-3 hover:text-text md:-my-1 md:size-9"
            >
              <X size={18} strokeWidth={1.75} aria-hidden />
            </Base.Close>
          </div>
          <div className={cx("min-h-0 flex-1 overflow-y-auto text-body", !bare && "px-5 py-4 md:px-6")}>
            {props.children}
          </div>
          {actions !== undefined && (
            <div
              ref={bottomBar}
              data-bottom-bar=""
              className={
                side === "bottom"
                  ? actionBarClass
                  : "flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] max-md:flex-wrap-reverse max-md:*:grow md:px-6"
              }
            >
              {actions}
            </div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
