import { aiDefences } from "./ai.ts";
import { authorityDefences } from "./authority.ts";
import { billingDefences } from "./billing.ts";
import { costlyCallDefences } from "./costly-calls.ts";
import type { Defence } from "./defence.ts";
import { emergencyCodeDefences } from "./emergency-code.ts";
import { freshProofDefences } from "./fresh-proof.ts";
import { httpLimitDefences } from "./http-limits.ts";
import { identityChangeDefences } from "./identity-changes.ts";
import { invoicingDefences } from "./invoicing.ts";
import { fairSignInDefences } from "./fair-sign-in.ts";
import { legacyDefences } from "./legacy.ts";
import { organizationDefences } from "./organizations.ts";
import { outgoingDefences } from "./outgoing.ts";
import { passkeyDefences } from "./passkeys.ts";
import { pinDefences } from "./pins.ts";
import { recordDefences } from "./records.ts";
import { recoveryDefences } from "./recovery.ts";
import { secondFactorDefences } from "./second-factor.ts";
import { sessionDefences } from "./sessions.ts";
import { signInDefences } from "./sign-in.ts";
import { socketDefences } from "./sockets.ts";
import { staleRightsDefences } from "./stale-rights.ts";
import { tokenDefences } from "./tokens.ts";

/** All defences that a run can remove. */
export const defences: readonly Defence[] = [
  ...signInDefences,
  ...fairSignInDefences,
  ...secondFactorDefences,
  ...freshProofDefences,
  ...passkeyDefences,
  ...pinDefences,
  ...sessionDefences,
  ...staleRightsDefences,
  ...socketDefences,
  ...recoveryDefences,
  ...emergencyCodeDefences,
  ...authorityDefences,
  ...tokenDefences,
  ...legacyDefences,
  ...organizationDefences,
  ...recordDefences,
  ...outgoingDefences,
  ...aiDefences,
  ...billingDefences,
  ...invoicingDefences,
  ...httpLimitDefences,
  ...identityChangeDefences,
  ...costlyCallDefences,
];
