import type { LucideIcon } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { Reach, reachable, type Reached } from "./reach.tsx";

export interface MenuEntry {
  key: string;
  label: string;
  icon?: LucideIcon;
  onSelect?: () => void;
  /** A router link element: `<Link to="…" />`. Takes the place of `onSelect`. */
  link?: ReactElement;
  /** Takes something away: last, in red. */
  destructive?: boolean;
  /** A line above this entry. */
  lineBefore?: boolean;
  /** Cannot be used now; the reason is shown. */
  disabledReason?: string | undefined;
  /** Shows a tick; for entries that choose. */
  checked?: boolean;
}

export interface MenuProps {
  /** The element that opens the menu: a `Button` or `IconButton`. */
  trigger: ReactElement;
  items: readonly MenuEntry[];
  /** Above the entries: who is signed in. */
  head?: ReactNode;
  align?: "start" | "center" | "end";
  side?: "top" | "right" | "bottom" | "left";
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

const part = reachable<MenuProps & Reached>(async () => (await import("./opened-menu.tsx")).OpenedMenu);

/** A list of actions that opens from a button. */
export function Menu(props: MenuProps) {
  return <Reach part={part} opens="menu" trigger={props.trigger} open={props.open} props={props} />;
}
