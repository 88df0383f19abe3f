import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { backUpDatabase } from "../platform/embedded-postgres/base-backup.ts";
import { recordBackup } from "../platform/embedded-postgres/last-backup.ts";
import { callerPath, isEmbedded, runCommand } from "./run-command.ts";

/** `npm run backup -- <folder>`: backs up the embedded database, even while the portal runs. */
await runCommand(async () => {
  const { positionals } = parseArgs({ allowPositionals: true, options: {} });
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) {
    console.error("Usage: npm run backup -- <folder>");
    return 2;
  }
  if (!isEmbedded("pg_dump")) return 2;
  const dataDir = resolve(process.env["DATA_DIR"] || "data");
  const manifest = await backUpDatabase({
    dataDir,
    target: callerPath(folder),
    onStep: (text) => console.log(text),
  });
  await recordBackup(dataDir);
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  console.log(
    `Backed up ${manifest.files.length} files (${Math.ceil(bytes / 1e6)} MB) to ${callerPath(folder)}`,
  );
  console.log(
    `The keys are not included. Back up ${resolve(dataDir, "keys")} separately; without them a restore is refused.`,
  );
  return 0;
});
