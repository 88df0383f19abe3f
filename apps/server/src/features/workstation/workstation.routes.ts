import * as endpoints from "@praxisportal/contract/workstation/workstation.endpoints";
import type { SignedIn } from "@praxisportal/contract/auth/auth.schema";
import type { CurrentWorkstation } from "@praxisportal/contract/workstation/workstation.schema";
import type { FastifyReply } from "fastify";
import type { Registrar } from "../../platform/http/registrar.ts";
import type { RequestOrigin } from "../../platform/request-context/request-context.ts";
import type { SignedInPerson } from "../auth/sign-in/sign-in.service.ts";
import type { WorkstationSessionService } from "./workstation.service.ts";

type Dependencies = {
  workstation: WorkstationSessionService;
  readWorkstation: (origin: RequestOrigin) => Promise<CurrentWorkstation>;
  /** Answers every complete sign-in; provided by the auth feature. */
  answerSignedIn: (signedIn: SignedInPerson, reply: FastifyReply) => Promise<SignedIn>;
};

/** Registers locking and unlocking sessions on a workstation. */
export function registerWorkstationSessionRoutes(
  registrar: Registrar,
  { workstation, readWorkstation, answerSignedIn }: Dependencies,
): void {
  registrar.handle(endpoints.getCurrentWorkstation, ({ context }) => readWorkstation(context.origin));

  registrar.handle(endpoints.lockSession, ({ context }) => workstation.lock(context));

  registrar.handle(endpoints.unlockSession, async ({ body, context, reply }) =>
    answerSignedIn(await workstation.unlock(body, context.origin), reply),
  );
}
