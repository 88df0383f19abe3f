import * as endpoints from "@praxisportal/contract/two-factor/two-factor.endpoints";
import type { SignedIn } from "@praxisportal/contract/auth/auth.schema";
import type { FastifyReply } from "fastify";
import type { DeviceCookie } from "../../platform/http/origin/cookies.ts";
import type { Registrar } from "../../platform/http/registrar.ts";
import type { SignedInPerson } from "../auth/sign-in/sign-in.service.ts";
import type { SecondStepService } from "./second-step.service.ts";
import { presentSetup, presentStatus } from "./two-factor.presenter.ts";
import type { TwoFactorService } from "./two-factor.service.ts";

type Dependencies = {
  twoFactor: TwoFactorService;
  secondStep: SecondStepService;
  cookie: DeviceCookie;
  /** Completes a sign-in: sets the device cookie and returns the person and the organization. */
  completeSignIn: (signedIn: SignedInPerson, reply: FastifyReply) => Promise<SignedIn>;
};

/** Registers the setup of the caller's own second factor, the second step of a sign-in, and step-ups. */
export function registerTwoFactorRoutes(registrar: Registrar, dependencies: Dependencies): void {
  const { twoFactor } = dependencies;

  registrar.handle(endpoints.getTwoFactor, async ({ context }) =>
    presentStatus(await twoFactor.status(context)),
  );

  registrar.handle(endpoints.setupTwoFactor, async ({ context }) =>
    presentSetup(await twoFactor.setup(context)),
  );

  registrar.handle(endpoints.enableTwoFactor, async ({ body, context }) => ({
    backupCodes: [...(await twoFactor.enable(context, body.totpCode))],
  }));

  registrar.handle(endpoints.disableTwoFactor, ({ body, context }) => twoFactor.disable(context, body));

  registrar.handle(endpoints.renewBackupCodes, async ({ context }) => ({
    backupCodes: [...(await twoFactor.renewBackupCodes(context))],
  }));

  registrar.handle(endpoints.verifyTwoFactor, async ({ body, context, reply }) => {
    const outcome = await dependencies.secondStep.verify(body, context.origin);
    const response = await dependencies.completeSignIn(outcome, reply);
    const { backupCodesRemaining } = outcome;
    return backupCodesRemaining === undefined ? response : { ...response, backupCodesRemaining };
  });

  registrar.handle(endpoints.stepUp, async ({ body, context, reply }) => {
    const { at, until, deviceSecret } = await twoFactor.stepUp(context, body);
    if (deviceSecret !== undefined) reply.header("set-cookie", dependencies.cookie.set(deviceSecret));
    return { authenticatedAt: at.toISOString(), validUntil: until.toISOString() };
  });
}
