import type { MenuProps } from "./menu-props.ts";
import { Reach, reachable, type Reached } from "./reach.tsx";

const part = reachable<MenuProps & Reached>(async () => (await import("./opened-menu.tsx")).OpenedMenu);

/** A list of actions that opens from a button. */
export function Menu(props: MenuProps) {
  return <Reach part={part} opens="menu" trigger={props.trigger} open={props.open} props={props} />;
}
