import type { ReactElement, ReactNode } from "react";

export interface PopoverProps {
  trigger: ReactElement;
  /** Shown as the heading and used as the accessible name. */
  title?: ReactNode;
  /** Accessible name if no title is shown. */
  label?: string;
  align?: "start" | "center" | "end";
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Less padding, for controls that have their own. */
  tight?: boolean;
  /** Sets the width. The default is 288 px. */
  className?: string | undefined;
  children: ReactNode;
}
