import { useParams } from "@tanstack/react-router";
import { useEffect, useState } from "react";

/**
 * Returns the token of a mailed link and removes it from the address bar and the history at once, so that it cannot be
 * read there. The token is kept in memory only, so a reload requires the link again. Returns an empty text if the URL
 * contained no token.
 */
export function useLinkToken(addressWithoutToken: string): string {
  const params = useParams({ strict: false });
  const [token] = useState(params.token ?? "");

  useEffect(() => {
    // The router patches `window.history` and would look for a page at the new URL. The prototype's own method changes
    // only the address bar.
    History.prototype.replaceState.call(window.history, window.history.state, "", addressWithoutToken);
  }, [addressWithoutToken]);

  return token;
}
