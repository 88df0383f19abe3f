import type { SignedIn } from "@praxisportal/contract/auth/auth.schema";
import * as endpoints from "@praxisportal/contract/passkeys/passkeys.endpoints";
import type { FastifyReply } from "fastify";
import { readUserAgent } from "../../platform/http/origin/user-agent.ts";
import type { Registrar } from "../../platform/http/registrar.ts";
import type { SignedInPerson } from "../auth/sign-in/sign-in.service.ts";
import type { PasskeySignInService } from "./passkey-sign-in.service.ts";
import { presentOptions, presentPasskey } from "./passkeys.presenter.ts";
import type { PasskeyService } from "./passkeys.service.ts";

type Dependencies = {
  passkeys: PasskeyService;
  passkeySignIn: PasskeySignInService;
  /** Completes a sign-in: sets the device cookie and returns the person and the organization. */
  completeSignIn: (signedIn: SignedInPerson, reply: FastifyReply) => Promise<SignedIn>;
};

/** Registers the caller's own passkeys, and the challenges of passkey sign-ins and step-ups. */
export function registerPasskeyRoutes(registrar: Registrar, dependencies: Dependencies): void {
  const { passkeys, passkeySignIn } = dependencies;

  registrar.handle(endpoints.listPasskeys, async ({ context }) => ({
    passkeys: (await passkeys.list(context)).map(presentPasskey),
  }));

  registrar.handle(endpoints.passkeyOptions, async ({ context }) => ({
    ...presentOptions(await passkeys.begin(context)),
    ...readUserAgent(context.origin.userAgent),
  }));

  registrar.handle(endpoints.addPasskey, async ({ body, context }) =>
    presentPasskey(await passkeys.add(context, body)),
  );

  registrar.handle(endpoints.renamePasskey, async ({ params, body, context }) =>
    presentPasskey(await passkeys.rename(context, params.id, body.name)),
  );

  registrar.handle(endpoints.removePasskey, ({ params, context }) => passkeys.remove(context, params.id));

  registrar.handle(endpoints.stepUpOptions, async ({ context }) =>
    presentOptions(await passkeys.beginStepUp(context)),
  );

  registrar.handle(endpoints.passkeyLoginOptions, async ({ body, context }) =>
    presentOptions(await passkeySignIn.begin(body.tempToken, context.origin)),
  );

  registrar.handle(endpoints.passkeyLogin, async ({ body, context, reply }) =>
    dependencies.completeSignIn(await passkeySignIn.signIn(body, context.origin), reply),
  );

  registrar.handle(endpoints.unlockOptions, async ({ body, context }) =>
    presentOptions(await passkeySignIn.beginUnlock(body.userId, context.origin)),
  );
}
