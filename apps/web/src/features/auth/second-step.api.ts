import type { BodyInputOf } from "@praxisportal/contract/endpoint";
import type { verifyTwoFactor } from "@praxisportal/contract/two-factor/two-factor.endpoints";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";
import { completeSignIn } from "../../platform/session/session.actions.ts";

const verifyRoute = route<typeof verifyTwoFactor>()("twoFactor.verify", "POST", "/api/v1/auth/verify-2fa");

export type SecondStepCode = Omit<BodyInputOf<typeof verifyTwoFactor>, "tempToken">;

/**
 * Completes a sign-in with a code and starts the session.
 * @throws ApiError CODE_INVALID, SECOND_STEP_EXPIRED and others.
 */
export async function verifySecondStep(tempToken: string, code: SecondStepCode): Promise<void> {
  await completeSignIn(await call(verifyRoute, { body: { tempToken, ...code } }));
}
