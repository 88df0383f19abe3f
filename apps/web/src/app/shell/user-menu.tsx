import { lazy, Suspense, useState } from "react";
import { useSession } from "../../platform/session/session.store.ts";
import { UserButton } from "./user-button.tsx";

const load = async () => ({ default: (await import("./opened-user-menu.tsx")).OpenedUserMenu });
const OpenedUserMenu = lazy(load);

/** Prefetches the menu on hover or focus. A failure is reported by the click. */
function prepare(): void {
  load().catch(() => undefined);
}

/** The signed-in user. The menu itself is downloaded on hover, focus or click. */
export function UserMenu() {
  const user = useSession((session) => session.user);
  const [opened, setOpened] = useState(false);
  if (user === null) return null;
  const button = (
    <UserButton
      user={user}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => setOpened(true)}
    />
  );
  if (!opened) return button;
  return (
    <Suspense fallback={button}>
      <OpenedUserMenu />
    </Suspense>
  );
}
