import { TransferService, type TransferParts } from "./transfer.service.ts";
import { UserExportService } from "./user-export.service.ts";
import { UserUsageService, type UserUsageParts } from "./user-usage.service.ts";

/** Creates the services for records of people: exports, transfers and usage. */
export function peopleRecords(parts: TransferParts & UserUsageParts) {
  return {
    exports: new UserExportService(parts),
    transfers: new TransferService(parts),
    usage: new UserUsageService(parts),
  };
}
