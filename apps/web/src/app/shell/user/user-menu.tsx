import { useSession } from "../../../platform/session/session.store.ts";
import { LazyTrigger, preloadable } from "../../../ui/button/lazy-trigger.tsx";
import { UserButton } from "./user-button.tsx";

const popup = preloadable(async () => (await import("./user-menu-popup.tsx")).UserMenuPopup);

/** Shows the signed-in user. The menu itself is downloaded on hover, focus or click. */
export function UserMenu() {
  const user = useSession((session) => session.user);
  if (user === null) return null;
  return <LazyTrigger component={popup} opens="menu" trigger={<UserButton user={user} />} props={{ user }} />;
}
