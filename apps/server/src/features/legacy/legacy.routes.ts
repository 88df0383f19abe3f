import * as endpoints from "@praxisportal/contract/legacy/legacy.endpoints";
import type { Registrar } from "../../platform/http/registrar.ts";
import { authorize } from "../../platform/request-context/authorized.ts";
import type { LegacyCookie } from "./legacy-cookie.ts";
import { mayUseLegacy } from "./legacy.policy.ts";
import type { LegacyService } from "./legacy.service.ts";

type Dependencies = { legacy: LegacyService; cookie: LegacyCookie };

/** Registers the calls of classic mode. */
export function registerLegacyRoutes(registrar: Registrar, { legacy, cookie }: Dependencies): void {
  registrar.handle(endpoints.legacySignIn, async ({ context, body, reply }) => {
    const token = await legacy.signIn(authorize(context, "legacy.signIn", mayUseLegacy), body);
    const { header, expiresAt } = cookie.issue(context.caller.sessionId, token);
    reply.header("set-cookie", header);
    return { expiresAt };
  });

  registrar.handle(endpoints.legacyHealth, ({ context }) => legacy.health(context.organizationIfAny));

  registrar.handle(endpoints.legacyPractice, async ({ context, reply }) => {
    const token = cookie.read(reply.request.headers.cookie, context.caller.sessionId);
    return { data: await legacy.practice(context.organization, token) };
  });

  registrar.handle(endpoints.legacyPatients, ({ context, query, reply }) => {
    const token = cookie.read(reply.request.headers.cookie, context.caller.sessionId);
    return legacy.patients(context.organization, token, query);
  });

  registrar.handle(endpoints.legacyTestDescriptions, ({ context, query, reply }) => {
    const token = cookie.read(reply.request.headers.cookie, context.caller.sessionId);
    return legacy.testDescriptions(context.organization, token, query);
  });
}
