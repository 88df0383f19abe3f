import { finished } from "node:stream";
import { exportOwnData } from "@praxisportal/contract/own-data/own-data.endpoints";
import type { Registrar } from "../../platform/http/registrar.ts";
import type { OwnDataService } from "./own-data.service.ts";

/** Registers the export of the caller's own data. */
export function registerOwnDataRoutes(registrar: Registrar, ownData: OwnDataService): void {
  registrar.handle(
    exportOwnData,
    ({ context, reply }) => {
      // The slot is in use until the file is sent or its client has left.
      finished(reply.raw, ownData.takeSlot(context.caller.personId));
      return ownData.export(context);
    },
    undefined,
    async (context) => ownData.admit(context),
  );
}
