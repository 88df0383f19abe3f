import * as endpoints from "@praxisportal/contract/workstation/workstation.endpoints";
import type { SignedIn } from "@praxisportal/contract/auth/auth.schema";
import type { CurrentWorkstation } from "@praxisportal/contract/workstation/workstation.schema";
import type { FastifyReply } from "fastify";
import type { Registrar } from "../../platform/http/registrar.ts";
import type { RequestOrigin } from "../../platform/request-context/request-context.ts";
import type { SignedInPerson } from "../auth/sign-in/sign-in.service.ts";
import type { AlarmService } from "./alarm.service.ts";
import type { PinService } from "./pins.service.ts";
import type { WorkstationSessionService } from "./workstation.service.ts";

type Dependencies = {
  workstation: WorkstationSessionService;
  pins: PinService;
  alarms: AlarmService;
  readWorkstation: (origin: RequestOrigin) => Promise<CurrentWorkstation>;
  /** Sends the response to every complete sign-in; provided by the auth feature. */
  completeSignIn: (signedIn: SignedInPerson, reply: FastifyReply) => Promise<SignedIn>;
};

/** Registers locking and unlocking sessions on a workstation. */
export function registerWorkstationSessionRoutes(
  registrar: Registrar,
  { workstation, pins, alarms, readWorkstation, completeSignIn }: Dependencies,
): void {
  registrar.handle(endpoints.getCurrentWorkstation, ({ context }) => readWorkstation(context.origin));

  registrar.handle(endpoints.lockSession, ({ context }) => workstation.lock(context));

  registrar.handle(endpoints.unlockSession, async ({ body, context, reply }) =>
    completeSignIn(await workstation.unlock(body, context.origin), reply),
  );

  registrar.handle(endpoints.getOwnPin, ({ context }) => pins.read(context));

  registrar.handle(endpoints.setPin, ({ body, context }) => pins.set(context, body.pin));

  registrar.handle(endpoints.removePin, ({ context }) => pins.remove(context));

  registrar.handle(endpoints.signInWithPin, async ({ body, context, reply }) =>
    completeSignIn(await pins.signIn(body, context.origin), reply),
  );

  registrar.handle(endpoints.raiseAlarm, ({ body, context }) => alarms.raise(body, context.origin));

  registrar.handle(endpoints.getAlarm, ({ params, context }) => alarms.read(params.alarmId, context.origin));
}
