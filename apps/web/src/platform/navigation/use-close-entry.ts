import { useRouter } from "@tanstack/react-router";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The page opened this history entry itself, for a dialog or drawer over the previous entry. */
    opened?: boolean;
  }
}

/**
 * Returns a function that closes what the URL keeps open: it goes back if this page opened it, so that no duplicate
 * history entry remains; otherwise (after a link or a reload) calls `leave` to remove it from the URL.
 */
export function useCloseEntry(): (leave: () => void) => void {
  const router = useRouter();
  return (leave) => {
    if (router.history.location.state.opened === true) router.history.back();
    else leave();
  };
}
