import { aiDefenses } from "./ai.ts";
import { authorityDefenses } from "./authority.ts";
import { billingDefenses } from "./billing.ts";
import { costlyCallDefenses } from "./costly-calls.ts";
import { dayCodeDefenses } from "./day-code.ts";
import type { Defense } from "./defense.ts";
import { emergencyCodeDefenses } from "./emergency-code.ts";
import { freshProofDefenses } from "./fresh-proof.ts";
import { httpLimitDefenses } from "./http-limits.ts";
import { identityChangeDefenses } from "./identity-changes.ts";
import { invoicingDefenses } from "./invoicing.ts";
import { fairSignInDefenses } from "./fair-sign-in.ts";
import { legacyDefenses } from "./legacy.ts";
import { organizationDefenses } from "./organizations.ts";
import { outgoingDefenses } from "./outgoing.ts";
import { passkeyDefenses } from "./passkeys.ts";
import { pinDefenses } from "./pins.ts";
import { recordDefenses } from "./records.ts";
import { recoveryDefenses } from "./recovery.ts";
import { secondFactorDefenses } from "./second-factor.ts";
import { sessionDefenses } from "./sessions.ts";
import { signInDefenses } from "./sign-in.ts";
import { socketDefenses } from "./sockets.ts";
import { staleRightsDefenses } from "./stale-rights.ts";
import { tokenDefenses } from "./tokens.ts";

/** All defenses that a run can remove. */
export const defenses: readonly Defense[] = [
  ...signInDefenses,
  ...fairSignInDefenses,
  ...secondFactorDefenses,
  ...freshProofDefenses,
  ...passkeyDefenses,
  ...pinDefenses,
  ...sessionDefenses,
  ...staleRightsDefenses,
  ...socketDefenses,
  ...recoveryDefenses,
  ...emergencyCodeDefenses,
  ...dayCodeDefenses,
  ...authorityDefenses,
  ...tokenDefenses,
  ...legacyDefenses,
  ...organizationDefenses,
  ...recordDefenses,
  ...outgoingDefenses,
  ...aiDefenses,
  ...billingDefenses,
  ...invoicingDefenses,
  ...httpLimitDefenses,
  ...identityChangeDefenses,
  ...costlyCallDefenses,
];
