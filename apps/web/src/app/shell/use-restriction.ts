import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { useSession } from "../../platform/session/session.store.ts";

/**
 * Whether the session may do one thing only. When the server says so while a page is open, the guard of that page
 * decides again, and leads to where that one thing is done.
 */
export function useRestriction(): boolean {
  const router = useRouter();
  const restriction = useSession((session) => session.restriction);
  useEffect(() => {
    if (restriction !== null) void router.invalidate();
  }, [router, restriction]);
  return restriction !== null;
}
