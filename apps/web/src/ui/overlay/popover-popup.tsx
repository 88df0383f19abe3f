import { Popover as Base } from "@base-ui/react/popover";
import { cx } from "../cx.ts";
import type { PopoverProps } from "./popover-props.ts";
import { popupClass, popupGroundClass } from "./popup-style.ts";
import type { TriggerRefProps } from "../button/lazy-trigger.tsx";
import { useCloseWithoutTrigger } from "./use-close-without-trigger.ts";

/** The popover with its own trigger. Replaces the lazy trigger after the first activation. */
export function PopoverPopup(props: PopoverProps & Partial<TriggerRefProps>) {
  const { trigger, title, label, align = "start", open, onOpenChange, triggerRef } = props;
  const { tight = false, className = "w-72", children } = props;
  const control = open === undefined ? {} : { open };
  const { actionsRef, ref } = useCloseWithoutTrigger<Base.Root.Actions>(triggerRef);
  return (
    <Base.Root {...control} actionsRef={actionsRef} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger ref={ref} render={trigger} />
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
            className={cx(
              popupClass,
              "max-h-(--available-height) overflow-y-auto",
              tight ? "p-2" : "p-3",
              className,
            )}
          >
            {title !== undefined && <Base.Title className="mb-2 text-dense font-strong">{title}</Base.Title>}
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
