import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import type { User } from "../people.api.ts";
import type { PersonActions } from "./person-actions.tsx";
import { usePersonEntries } from "./person-menu.tsx";

export type LinkedDialog = "role" | "leave";

/**
 * Opens the dialog that a link names in the address, once the person is loaded and if the menu offers it. The address
 * loses the name, so that a reload does not open the dialog again.
 */
export function useLinkedDialog(
  dialog: LinkedDialog | undefined,
  user: User | undefined,
  actions: PersonActions,
): void {
  const navigate = useNavigate();
  const entriesOf = usePersonEntries(actions);
  const open = useEffectEvent(() => {
    if (dialog === undefined || user === undefined) return;
    const entry = entriesOf(user).find(({ key }) => key === dialog);
    if (entry !== undefined && entry.disabledReason === undefined) {
      // No control opened the dialog. On closing, it returns the focus to the heading.
      document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
      actions.start(dialog, user);
    }
    void navigate({
      to: ".",
      search: (all) => ({ ...all, dialog: undefined }),
      replace: true,
      resetScroll: false,
    });
  });
  const isReady = dialog !== undefined && user !== undefined;
  useEffect(() => {
    if (isReady) open();
  }, [isReady]);
}
