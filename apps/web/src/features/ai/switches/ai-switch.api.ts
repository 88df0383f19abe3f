import type * as endpoints from "@praxisportal/contract/ai/ai.endpoints";
import type { AiSwitch } from "@praxisportal/contract/ai/policy.schema";
import { call } from "../../../platform/api-client/call.ts";
import { route } from "../../../platform/api-client/route.ts";

/** Target of a switch. `name` is for display only. */
export type SwitchTarget =
  | { readonly scope: "platform" }
  | { readonly scope: "provider"; readonly id: string; readonly name: string }
  | { readonly scope: "organization" }
  | { readonly scope: "person"; readonly id: string; readonly name: string };

const path = "/api/ai/switches" as const;
const platformRoute = route<typeof endpoints.switchAiPlatform>()(
  "ai.switchPlatform",
  "PUT",
  `${path}/platform`,
);
const providerRoute = route<typeof endpoints.switchAiProvider>()(
  "ai.switchProvider",
  "PUT",
  `${path}/provider/{p}`,
);
const organizationRoute = route<typeof endpoints.switchAiOrganization>()(
  "ai.switchOrganization",
  "PUT",
  `${path}/organization`,
);
const personRoute = route<typeof endpoints.switchAiPerson>()(
  "ai.switchPerson",
  "PUT",
  `${path}/person/{userId}`,
);

/** Stops or resumes AI use. @throws ApiError STEP_UP_REQUIRED (on resuming), VALIDATION_FAILED, NOT_FOUND. */
export async function setAiSwitch(target: SwitchTarget, body: AiSwitch): Promise<void> {
  if (target.scope === "platform") await call(platformRoute, { body });
  else if (target.scope === "organization") await call(organizationRoute, { body });
  else if (target.scope === "provider") await call(providerRoute, { params: { p: target.id }, body });
  else await call(personRoute, { params: { userId: target.id }, body });
}
