import { useRouter } from "@tanstack/react-router";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The page itself opened this entry, as a dialog or drawer over the entry before. */
    opened?: boolean;
  }
}

/**
 * Closes what the address holds open: goes back if this page opened it, so that no second entry of the same page
 * stays behind; otherwise, after a link or a reload elsewhere, `leave` takes it out of the address.
 */
export function useCloseEntry(): (leave: () => void) => void {
  const router = useRouter();
  return (leave) => {
    if (router.history.location.state.opened === true) router.history.back();
    else leave();
  };
}
