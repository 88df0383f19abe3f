import type { PopoverProps } from "./popover-props.ts";
import { LazyTrigger, preloadable, type TriggerRefProps } from "../button/lazy-trigger.tsx";

const component = preloadable<PopoverProps & TriggerRefProps>(
  async () => (await import("./popover-popup.tsx")).PopoverPopup,
);

/** A small panel with controls that opens from a button. */
export function Popover(props: PopoverProps) {
  return (
    <LazyTrigger
      component={component}
      opens="dialog"
      trigger={props.trigger}
      open={props.open}
      props={props}
    />
  );
}
