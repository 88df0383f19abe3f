import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ConfigError } from "./settings.ts";
import { loadMasterKey, loadOrCreate } from "./keys.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "praxisportal keys-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

describe("the keys of the data folder", () => {
  it("are created once, kept, and readable only by their owner", async () => {
    const first = await loadMasterKey(undefined, folder);
    expect(first).toHaveLength(32);
    expect(await loadMasterKey(undefined, folder)).toEqual(first);
    expect(await modeOf(join(folder, "keys", "master-key"))).toBe(0o600);
    expect(await modeOf(join(folder, "keys"))).toBe(0o700);
  });

  it("are the same for processes that start together", async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => loadMasterKey(undefined, folder)));
    expect(new Set(keys.map((key) => key.toString("hex"))).size).toBe(1);
    expect(await readdir(join(folder, "keys"))).toEqual(["master-key"]);
  });

  it("are ignored if a key is configured, which is not written to the folder", async () => {
    const key = Buffer.alloc(32, 5);
    expect(await loadMasterKey(key, folder)).toBe(key);
    await expect(readFile(join(folder, "keys", "master-key"))).rejects.toThrow("ENOENT");
  });

  it("prevent the start if they are damaged, and are not replaced", async () => {
    await loadOrCreate(folder, "master-key", () => "kurz");
    await expect(loadMasterKey(undefined, folder)).rejects.toThrow(ConfigError);
    expect((await readFile(join(folder, "keys", "master-key"), "utf8")).trim()).toBe("kurz");
  });

  it("lose permissions that other users should not have", async () => {
    await loadOrCreate(folder, "master-key", () => "x");
    const path = join(folder, "keys", "master-key");
    await writeFile(path, `${Buffer.alloc(32, 1).toString("base64")}\n`);
    await chmod(path, 0o644);
    await loadMasterKey(undefined, folder);
    expect(await modeOf(path)).toBe(0o600);
  });
});
