import { useLocation } from "@tanstack/react-router";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** Path in the route table of the page that did not open, because the user lacks a right. */
    denied?: string;
  }
}

/** Returns the path of the page that did not open and led to the current one, or undefined if there is none. */
export function useDeniedPath(): string | undefined {
  return useLocation().state.denied;
}
