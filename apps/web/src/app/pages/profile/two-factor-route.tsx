import { useRouter, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { type AiInstruction, instructionQuery } from "../../../features/ai-instruction/ai-instruction.api.ts";
import { TwoFactorSetupPage } from "../../../features/two-factor/two-factor-setup.tsx";
import { lazyPart } from "../../../platform/loading/lazy-part.tsx";
import { supportsPasskeys } from "../../../platform/passkeys/passkey-support.ts";
import { AlwaysWritable } from "../../../platform/forms/write-block.tsx";
import { clearRestriction } from "../../../platform/session/session.actions.ts";
import { sessionAllows } from "../../../platform/session/session-access.ts";
import { sessionStore, useSession } from "../../../platform/session/session.store.ts";
import { cx } from "../../../ui/cx.ts";
import { queryClient } from "../../providers/query-client.ts";
import { routeTable } from "../../router/route-table.ts";
import { safeRedirect } from "../../router/safe-redirect.ts";

const PasskeyChoice = lazyPart(
  async () => (await import("../../../features/passkeys/passkey-choice.tsx")).PasskeyChoice,
  "passkeys",
);

const InstructionCard = lazyPart(
  async () => (await import("../../../features/ai-instruction/instruction-card.tsx")).InstructionCard,
  "ai-instruction",
);

/** Returns the AI instruction if it is due. Returns null on failure, because the assistant asks again. */
async function readDueInstruction(): Promise<Due | null> {
  const session = sessionStore.getState();
  if (session.organization === null || !sessionAllows(session, "ai:use")) return null;
  const organizationId = session.organization.id;
  try {
    const instruction = await queryClient.fetchQuery(instructionQuery(organizationId));
    return instruction.isDue ? { organizationId, instruction } : null;
  } catch {
    return null;
  }
}

type Due = { readonly organizationId: string; readonly instruction: AiInstruction };

/**
 * /profile/2fa-setup. Redirected users see the AI instruction if it is due, and then continue to the page that they
 * requested. All other users continue to the profile.
 */
export function TwoFactorRoute() {
  const router = useRouter();
  const { redirect } = useSearch({ from: "/signed-in/profile/2fa-setup" });
  const restricted = useSession((session) => session.restriction === "two_factor_setup");
  const [forced] = useState(restricted);

  const [due, setDue] = useState<Due | null>(null);

  function continueToPortal(): void {
    const to = forced || redirect !== undefined ? safeRedirect(redirect) : routeTable.profile.path;
    router.history.push(to);
  }

  async function leave(): Promise<void> {
    clearRestriction();
    const instruction = forced ? await readDueInstruction() : null;
    if (instruction === null) continueToPortal();
    else setDue(instruction);
  }

  return (
    <div className={cx("max-w-180", forced && "mx-auto")}>
      <AlwaysWritable>
        {due === null ? (
          <TwoFactorSetupPage
            forced={forced}
            onLeave={() => void leave()}
            alternative={
              forced && supportsPasskeys() ? <PasskeyChoice onAdded={() => void leave()} /> : undefined
            }
          />
        ) : (
          <InstructionCard {...due} level={1} onConfirmed={continueToPortal} onLater={continueToPortal} />
        )}
      </AlwaysWritable>
    </div>
  );
}
