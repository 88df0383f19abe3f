import type { ReactElement, ReactNode } from "react";
import { Reach, reachable, type Reached } from "./reach.tsx";

export interface PopoverProps {
  trigger: ReactElement;
  /** Shown as head and used as name. */
  title?: ReactNode;
  /** Name when no title is shown. */
  label?: string;
  align?: "start" | "center" | "end";
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Less room around controls that bring their own. */
  tight?: boolean;
  /** Its width; 288 px without. */
  className?: string | undefined;
  children: ReactNode;
}

const part = reachable<PopoverProps & Reached>(
  async () => (await import("./opened-popover.tsx")).OpenedPopover,
);

/** A small area that opens from a button and holds controls. */
export function Popover(props: PopoverProps) {
  return <Reach part={part} opens="dialog" trigger={props.trigger} open={props.open} props={props} />;
}
