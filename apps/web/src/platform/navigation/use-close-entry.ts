import { useRouter } from "@tanstack/react-router";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** True if the page itself opened this history entry, for a dialog or drawer over the previous entry. */
    opened?: boolean;
  }
}

/**
 * Returns a function that closes the dialog or drawer named in the URL. It goes back if this page opened it, so that no
 * duplicate history entry remains. Otherwise, after a link or a reload, it calls `leave` to remove it from the URL.
 */
export function useCloseEntry(): (leave: () => void) => void {
  const router = useRouter();
  return (leave) => {
    if (router.history.location.state.opened === true) router.history.back();
    else leave();
  };
}
