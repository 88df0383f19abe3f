import { parseArgs } from "node:util";
import { deleteExpiredInvoices } from "../features/invoices/retention/delete-expired.ts";
import { readConfig } from "../platform/config/config.ts";
import { withPlatformDb } from "./command-database.ts";
import { runCommand } from "./run-command.ts";

/** `npm run invoices:delete-expired`: deletes the invoices whose retention is over. */
await runCommand(async () => {
  parseArgs({ options: {} });
  const numbers = await withPlatformDb(readConfig(process.env), deleteExpiredInvoices);
  for (const number of numbers) console.log(`  ${number}`);
  console.log(`Deleted ${numbers.length} invoices and credit notes whose retention is over.`);
  return 0;
});
