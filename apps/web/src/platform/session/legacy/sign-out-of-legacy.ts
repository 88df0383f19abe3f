import { whileLoading } from "../../app-state/app-state.actions.ts";
import { waitAtMost } from "../../loading/wait-at-most.ts";
import { legacyCall } from "./legacy-call.ts";
import { legacySignOutRoute } from "./legacy.routes.ts";
import { endLegacySession } from "./legacy-session.ts";

/** How long the user waits for the server to confirm, in ms. */
const confirmMs = 5_000;

/** Ends the session of the legacy practice server, in this tab whatever the server answers. */
export async function signOutOfLegacy(): Promise<void> {
  await whileLoading(() =>
    waitAtMost(
      confirmMs,
      legacyCall(legacySignOutRoute).catch(() => undefined),
    ),
  );
  endLegacySession("logout");
}
