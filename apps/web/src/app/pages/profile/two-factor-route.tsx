import { useRouter, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { TwoFactorSetupPage } from "../../../features/two-factor/two-factor-setup.tsx";
import { lazyPart } from "../../../platform/loading/lazy-part.tsx";
import { supportsPasskeys } from "../../../platform/passkeys/passkey-support.ts";
import { AlwaysWritable } from "../../../platform/forms/write-block.tsx";
import { clearRestriction } from "../../../platform/session/session.actions.ts";
import { useSession } from "../../../platform/session/session.store.ts";
import { routeTable } from "../../router/route-table.ts";
import { safeRedirect } from "../../router/safe-redirect.ts";

const PasskeyChoice = lazyPart(
  async () => (await import("../../../features/passkeys/passkey-choice.tsx")).PasskeyChoice,
  "passkeys",
);

/**
 * /profile/2fa-setup. Users who were redirected here continue to their original page, all others to the
 * profile.
 */
export function TwoFactorRoute() {
  const router = useRouter();
  const { redirect } = useSearch({ from: "/signed-in/profile/2fa-setup" });
  const restricted = useSession((session) => session.restriction === "two_factor_setup");
  const [forced] = useState(restricted);

  function leave(): void {
    clearRestriction();
    const to = forced || redirect !== undefined ? safeRedirect(redirect) : routeTable.profile.path;
    router.history.push(to);
  }

  return (
    <div className="mx-auto max-w-180">
      <AlwaysWritable>
        <TwoFactorSetupPage
          forced={forced}
          onLeave={leave}
          alternative={forced && supportsPasskeys() ? <PasskeyChoice onAdded={leave} /> : undefined}
        />
      </AlwaysWritable>
    </div>
  );
}
