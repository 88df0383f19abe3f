import type { LucideIcon } from "lucide-react";
import type { ReactElement, ReactNode } from "react";

export interface MenuEntry {
  key: string;
  label: string;
  icon?: LucideIcon;
  /** Text below the label that distinguishes the entry from the others. */
  hint?: string;
  onSelect?: () => void;
  /** A router link element: `<Link to="…" />`. Replaces `onSelect`. */
  link?: ReactElement;
  /** A destructive action, shown last and in red. */
  destructive?: boolean;
  /** Shows a separator above this entry. */
  hasSeparator?: boolean;
  /** The reason why the action is not available. It is shown in the entry. */
  disabledReason?: string | undefined;
  /** Shows a check mark, for entries that select an option. */
  checked?: boolean;
}

export interface MenuProps {
  /** The element that opens the menu: a `Button` or `IconButton`. */
  trigger: ReactElement;
  items: readonly MenuEntry[];
  /** Content above the entries, such as the signed-in user. */
  header?: ReactNode;
  align?: "start" | "center" | "end";
  side?: "top" | "right" | "bottom" | "left";
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}
