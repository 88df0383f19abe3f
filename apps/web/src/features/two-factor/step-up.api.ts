import type { BodyInputOf } from "@praxisportal/contract/endpoint";
import type { stepUp } from "@praxisportal/contract/two-factor/two-factor.endpoints";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";

const stepUpRoute = route<typeof stepUp>()("twoFactor.stepUp", "POST", "/api/v1/auth/step-up");

export type IdentityProof = BodyInputOf<typeof stepUp>;

/** Performs a step-up, valid for ten minutes. @throws ApiError PASSWORD_INCORRECT, CODE_INVALID. */
export async function proveIdentity(proof: IdentityProof): Promise<void> {
  await call(stepUpRoute, { body: proof });
}
