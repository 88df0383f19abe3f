import { lazy, Suspense, useState } from "react";
import { useSession } from "../../platform/session/session.store.ts";
import { UserButton } from "./user-button.tsx";

const load = async () => ({ default: (await import("./user-menu-popup.tsx")).UserMenuPopup });
const UserMenuPopup = lazy(load);

/** Prefetches the menu on hover or focus. A failure is reported by the click. */
function preload(): void {
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
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setOpened(true)}
    />
  );
  if (!opened) return button;
  return (
    <Suspense fallback={button}>
      <UserMenuPopup />
    </Suspense>
  );
}
