import type { MenuProps } from "./menu-props.ts";
import { LazyTrigger, preloadable, type TriggerRefProps } from "../button/lazy-trigger.tsx";

const component = preloadable<MenuProps & TriggerRefProps>(
  async () => (await import("./menu-popup.tsx")).MenuPopup,
);

/** A list of actions that opens from a button. */
export function Menu(props: MenuProps) {
  return (
    <LazyTrigger component={component} opens="menu" trigger={props.trigger} open={props.open} props={props} />
  );
}
