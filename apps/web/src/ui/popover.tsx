import { Popover as Base } from "@base-ui/react/popover";
import type { ReactElement, ReactNode } from "react";
import { cx } from "./cx.ts";
import { popupClass, popupGroundClass } from "./popup-style.ts";

export interface PopoverProps {
  trigger: ReactElement;
  /** Shown as head and used as name. */
  title?: ReactNode;
  /** Name when no title is shown. */
  label?: string;
  align?: "start" | "center" | "end";
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  className?: string | undefined;
  children: ReactNode;
}

/** A small area that opens from a button and holds controls. */
export function Popover(props: PopoverProps) {
  const { trigger, title, label, align = "start", open, onOpenChange, className, children } = props;
  const control = open === undefined ? {} : { open };
  return (
    <Base.Root {...control} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Backdrop className={popupGroundClass} />
        <Base.Positioner
          positionMethod="fixed"
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-60"
        >
          <Base.Popup
            aria-label={title === undefined ? label : undefined}
            className={cx(popupClass, "max-h-(--available-height) w-72 overflow-y-auto p-3", className)}
          >
            {title !== undefined && <Base.Title className="mb-2 text-dense font-strong">{title}</Base.Title>}
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
