import { whileLoading } from "../../app-state/app-state.actions.ts";
import { waitAtMost } from "../../loading/wait-at-most.ts";
import { legacyCall } from "./legacy-call.ts";
import { legacySignOutRoute } from "./legacy.routes.ts";
import { endLegacySession } from "./legacy-session.ts";

/** Maximum time that the user waits for the server to confirm, in ms. */
const confirmMs = 5_000;

/** Ends the session of the legacy practice server, in this tab even if the server does not respond. */
export async function signOutOfLegacy(): Promise<void> {
  await whileLoading(() =>
    waitAtMost(
      confirmMs,
      legacyCall(legacySignOutRoute).catch(() => undefined),
    ),
  );
  endLegacySession("logout");
}
