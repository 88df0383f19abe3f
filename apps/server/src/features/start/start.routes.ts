import * as endpoints from "@praxisportal/contract/start/start.endpoints";
import type { Registrar } from "../../platform/http/registrar.ts";
import type { StartService } from "./start.service.ts";

/** Registers the call for the start data of the web app. */
export function registerStartRoutes(registrar: Registrar, start: StartService): void {
  registrar.handle(endpoints.getStart, ({ context }) => start.get(context));
}
