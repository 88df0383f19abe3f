import { exportOwnData } from "@praxisportal/contract/own-data/own-data.endpoints";
import { releaseWhenSent } from "../../platform/http/concurrency-limit.ts";
import type { Registrar } from "../../platform/http/registrar.ts";
import type { OwnDataService } from "./own-data.service.ts";

/** Registers the export of the caller's own data. */
export function registerOwnDataRoutes(registrar: Registrar, ownData: OwnDataService): void {
  registrar.handle(
    exportOwnData,
    ({ context, reply }) => {
      releaseWhenSent(reply, ownData.takeSlot(context.caller.personId));
      return ownData.export(context);
    },
    undefined,
    async (context) => ownData.admit(context),
  );
}
