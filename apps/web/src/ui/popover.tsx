import type { PopoverProps } from "./popover-props.ts";
import { Reach, reachable, type Reached } from "./reach.tsx";

const part = reachable<PopoverProps & Reached>(
  async () => (await import("./opened-popover.tsx")).OpenedPopover,
);

/** A small panel with controls that opens from a button. */
export function Popover(props: PopoverProps) {
  return <Reach part={part} opens="dialog" trigger={props.trigger} open={props.open} props={props} />;
}
