import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { useSession } from "../../../platform/session/session.store.ts";

/**
 * Returns whether the session is restricted to one task. When the server imposes a restriction while a page
 * is open, that page's guard runs again and redirects to the task.
 */
export function useRestriction(): boolean {
  const router = useRouter();
  const restriction = useSession((session) => session.restriction);
  useEffect(() => {
    if (restriction !== null) void router.invalidate();
  }, [router, restriction]);
  return restriction !== null;
}
