import { useParams } from "@tanstack/react-router";
import { useEffect, useState } from "react";

/**
 * The token of a mailed link. It leaves the address bar and the history at once: whoever looks over the shoulder or
 * opens the history later finds nothing. It is kept in memory, so a reload needs the link again. Empty when the
 * address held none.
 */
export function useLinkToken(addressWithoutToken: string): string {
  const params = useParams({ strict: false });
  const [token] = useState(params.token ?? "");

  useEffect(() => {
    // The router follows changes made through `window.history` and would look for a page at the new address;
    // the prototype's own method changes the address bar alone.
    History.prototype.replaceState.call(window.history, window.history.state, "", addressWithoutToken);
  }, [addressWithoutToken]);

  return token;
}
