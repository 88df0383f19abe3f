import { TransferService, type TransferDependencies } from "./transfer.service.ts";
import { UserExportService } from "./user-export.service.ts";
import { UserUsageService, type UserUsageDependencies } from "./user-usage.service.ts";

/** Creates the services for records of people: exports, transfers and usage. */
export function peopleRecords(dependencies: TransferDependencies & UserUsageDependencies) {
  return {
    exports: new UserExportService(dependencies),
    transfers: new TransferService(dependencies),
    usage: new UserUsageService(dependencies),
  };
}
