import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { restoreDatabase } from "../platform/embedded-postgres/restore-backup.ts";
import { callerPath, isEmbedded, runCommand } from "./run-command.ts";

/** `npm run restore -- <folder>`: restores a backup into an empty data folder that already contains its keys. */
await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { "other-keys": { type: "boolean", default: false } },
  });
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) {
    console.error("Usage: npm run restore -- <folder> [--other-keys]");
    return 2;
  }
  if (!isEmbedded("pg_restore")) return 2;
  const dataDir = resolve(process.env["DATA_DIR"] || "data");
  const manifest = await restoreDatabase({
    source: callerPath(folder),
    dataDir,
    acceptOtherKeys: values["other-keys"],
    onStep: (text) => console.log(text),
  });
  console.log(`Restored ${dataDir} as of ${manifest.startedAt}. Start the portal with: npm start`);
  return 0;
});
