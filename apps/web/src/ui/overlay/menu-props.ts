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
  /** A destructive action: last, in red. */
  destructive?: boolean;
  /** A separator above this entry. */
  hasSeparator?: boolean;
  /** The action is not available; the reason is shown. */
  disabledReason?: string | undefined;
  /** Shows a check mark; for entries that select. */
  checked?: boolean;
}

export interface MenuProps {
  /** The element that opens the menu: a `Button` or `IconButton`. */
  trigger: ReactElement;
  items: readonly MenuEntry[];
  /** Above the entries: the signed-in user. */
  header?: ReactNode;
  align?: "start" | "center" | "end";
  side?: "top" | "right" | "bottom" | "left";
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}
