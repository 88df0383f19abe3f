import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import type { User } from "../people.api.ts";
import type { PersonActions } from "./person-actions.tsx";
import { usePersonEntries } from "./person-menu.tsx";

export type LinkedDialog = "role" | "leave";

/**
 * Opens the dialog named in the URL, if the menu offers it, after the person has been loaded. Removes the name from the
 * URL, so that a reload does not open the dialog again.
 */
export function useLinkedDialog(
  dialog: LinkedDialog | undefined,
  user: User | undefined,
  actions: PersonActions,
): void {
  const navigate = useNavigate();
  const entriesOf = usePersonEntries(actions);
  const openLinked = useEffectEvent(() => {
    if (dialog === undefined || user === undefined) return;
    const entry = entriesOf(user).find(({ key }) => key === dialog);
    if (entry !== undefined && entry.disabledReason === undefined) {
      // No control opened the dialog, so it returns the focus to the heading when it is closed.
      document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
      actions.start(dialog, user);
    }
    void navigate({
      to: ".",
      search: (search) => ({ ...search, dialog: undefined }),
      replace: true,
      resetScroll: false,
    });
  });
  const isReady = dialog !== undefined && user !== undefined;
  useEffect(() => {
    if (isReady) openLinked();
  }, [isReady]);
}
