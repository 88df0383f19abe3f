import { useEffect } from "react";
import { call } from "../../../platform/api-client/call.ts";
import { updateUser } from "../../../platform/session/session.actions.ts";
import { getMeRoute } from "../../../platform/session/session.routes.ts";

/** Reloads the user: their address may have been confirmed in another browser since the session began. */
export function useRefreshPerson(): void {
  useEffect(() => {
    call(getMeRoute).then(updateUser, () => undefined);
  }, []);
}
