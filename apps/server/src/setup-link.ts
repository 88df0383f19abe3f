import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "./platform/config/config.ts";
import type { SetupService } from "./features/setup/setup.service.ts";

/**
 * Writes a one-time link for the first administrator to a file that only its owner can read. Callers print the path and
 * never the link. If an administrator exists, or another running process has written the link, removes the file and
 * returns undefined.
 */
export async function writeSetupLink(
  setup: Pick<SetupService, "makeLink">,
  config: Pick<Config, "dataDir" | "publicUrl">,
  hasOtherProcess?: () => Promise<boolean>,
): Promise<string | undefined> {
  const file = join(config.dataDir, "setup-link.txt");
  const link = await setup.makeLink(config.publicUrl, hasOtherProcess);
  await rm(file, { force: true });
  if (link === undefined) return undefined;
  await mkdir(config.dataDir, { recursive: true });
  await writeFile(file, `${link}\n`, { mode: 0o600, flag: "wx" });
  return file;
}
