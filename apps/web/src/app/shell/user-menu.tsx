import { lazy, Suspense, useState } from "react";
import { useSession } from "../../platform/session/session.store.ts";
import { UserButton } from "./user-button.tsx";

const load = async () => ({ default: (await import("./opened-user-menu.tsx")).OpenedUserMenu });
const OpenedUserMenu = lazy(load);

/** Fetches the menu while the pointer or the focus is on its way. A failure is met again by the press. */
function prepare(): void {
  load().catch(() => undefined);
}

/** Who is signed in. The menu itself is downloaded when somebody reaches for it. */
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
