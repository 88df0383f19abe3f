import type { CurrentWorkstation } from "@praxisportal/contract/workstation/workstation.schema";
import { useEffect, useRef, useState } from "react";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { fetchWorkstation } from "../../platform/session/lock/lock-screen.ts";
import { persistScreenLocked } from "../../platform/session/lock/workstation-state.ts";
import { sessionStore } from "../../platform/session/session.store.ts";

/** The workstation with its locked sessions, or null while it is loading. */
type WorkstationLookup = { readonly workstation: CurrentWorkstation } | { readonly failed: true } | null;

/**
 * Loads this workstation, and again whenever the user returns to the page. Also returns the names of the users whose
 * locked session ended while the page was open.
 */
export function useWorkstationLookup() {
  const [lookup, setLookup] = useState<WorkstationLookup>(null);
  const [attempt, setAttempt] = useState(0);
  const [ended, setEnded] = useState<readonly string[]>([]);
  const lockedPeople = useRef<CurrentWorkstation["people"]>([]);
  const reload = () => setAttempt((number) => number + 1);

  useEffect(() => {
    const abort = new AbortController();
    fetchWorkstation({ background: true, signal: abort.signal }).then(
      (workstation) => {
        const locked = workstation.people.filter((person) => person.locked);
        if (locked.length === 0) persistScreenLocked(false);
        const missing = lockedPeople.current.filter(
          ({ userId }) => !locked.some((person) => person.userId === userId),
        );
        lockedPeople.current = locked;
        if (missing.length > 0) setEnded(missing.map(({ name }) => name));
        setLookup({ workstation });
      },
      (error: unknown) => {
        // After a failed check, the known sessions stay.
        if (isApiError(error)) setLookup((known) => (known === null ? { failed: true } : known));
      },
    );
    return () => abort.abort();
  }, [attempt]);

  useEffect(() => {
    // A session may have ended while nobody looked at the screen.
    const check = () => {
      const isUnlocked = sessionStore.getState().status === "signedIn";
      if (!document.hidden && !isUnlocked) setAttempt((number) => number + 1);
    };
    document.addEventListener("visibilitychange", check);
    window.addEventListener("focus", check);
    return () => {
      document.removeEventListener("visibilitychange", check);
      window.removeEventListener("focus", check);
    };
  }, []);

  return { lookup, ended, reload };
}
