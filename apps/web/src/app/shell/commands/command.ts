import type { NavigationItem } from "../navigation/navigation-items.ts";

/** A result of the command search. */
export interface Command {
  readonly key: string;
  readonly label: string;
  /** Second line: address or role. */
  readonly detail?: string;
  /** Additional search terms that are not shown. */
  readonly words?: string;
  readonly icon: NavigationItem["icon"];
  readonly run: () => void;
}
