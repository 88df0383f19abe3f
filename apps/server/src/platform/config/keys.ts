import { randomBytes } from "node:crypto";
import { chmod, link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError } from "./settings.ts";

/**
 * Returns the configured master key, or creates one on first use and stores it in the data folder, readable only by its
 * owner.
 */
export async function loadMasterKey(configured: Buffer | undefined, dataDir: string): Promise<Buffer> {
  if (configured) return configured;
  const bytes = await loadOrCreate(dataDir, "master-key", () => randomBytes(32).toString("base64"));
  const key = Buffer.from(bytes, "base64");
  if (key.length !== 32)
    throw new ConfigError("DATA_DIR", `${join(dataDir, "keys", "master-key")} is damaged`);
  return key;
}

/** Returns a named secret of the data folder, and creates it on first use. */
export async function loadOrCreate(dataDir: string, name: string, make: () => string): Promise<string> {
  const folder = join(dataDir, "keys");
  const file = join(folder, name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // The secret is written to a temporary file and linked into place, so that only one of several processes creates it
  // and no reader sees a partial file.
  const draft = join(folder, `.${name}.${randomBytes(6).toString("hex")}`);
  try {
    await writeFile(draft, `${make()}\n`, { mode: 0o600, flag: "wx" });
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    await chmod(file, 0o600);
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFile(file, "utf8")).trim();
}
