import * as endpoints from "@praxisportal/contract/desk/desk.endpoints";
import type { SignedIn } from "@praxisportal/contract/auth/auth.schema";
import type { FastifyReply } from "fastify";
import type { Registrar } from "../../platform/http/registrar.ts";
import type { SignedInPerson } from "../auth/sign-in.service.ts";
import { presentDesk } from "./desk.presenter.ts";
import type { DeskService } from "./desk.service.ts";

type Parts = {
  desk: DeskService;
  /** Answers every complete sign-in; provided by the auth feature. */
  answerSignedIn: (signedIn: SignedInPerson, reply: FastifyReply) => Promise<SignedIn>;
};

/** Registers locking and unlocking sessions on a workstation. */
export function registerDeskRoutes(registrar: Registrar, { desk, answerSignedIn }: Parts): void {
  registrar.handle(endpoints.getDesk, async ({ context }) => presentDesk(await desk.find(context.origin)));

  registrar.handle(endpoints.lockDesk, ({ context }) => desk.lock(context));

  registrar.handle(endpoints.unlockDesk, async ({ body, context, reply }) =>
    answerSignedIn(await desk.unlock(body, context.origin), reply),
  );
}
