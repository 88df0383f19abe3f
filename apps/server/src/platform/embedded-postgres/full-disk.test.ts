import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

/** Runs a command with a 64 MB file system mounted on the folder. Needs no privileges where user namespaces work. */
function withSmallDisk(folder: string, args: string[]): ReturnType<typeof spawnSync> {
  const script = 'mount -t tmpfs -o size=64m tmpfs "$1" && shift && exec "$@"';
  return spawnSync("unshare", ["-Urm", "sh", "-c", script, "sh", folder, ...args], { encoding: "utf8" });
}

const probe = mkdtempSync(join(tmpdir(), "praxisportal-disk-"));
const canMount = withSmallDisk(probe, ["true"]).status === 0;
rmSync(probe, { recursive: true });

// Without user namespaces, only root can mount a small disk.
it.runIf(canMount)(
  "reports the full disk and keeps every saved row until there is space",
  { timeout: 60_000 },
  () => {
    const folder = mkdtempSync(join(tmpdir(), "praxisportal-disk-"));
    try {
      const program = fileURLToPath(new URL("test-full-disk.ts", import.meta.url));
      const result = withSmallDisk(folder, [process.execPath, program, folder]);
      expect(result.stderr).toBe("");
      const report = JSON.parse(String(result.stdout)) as Record<string, unknown>;
      expect(report["firstStart"]).toMatch(/^DISK_FULL: No space left on the disk of /);
      expect(report["startOnFullDisk"]).toMatch(/^DISK_FULL: /);
      expect(report).toMatchObject({ before: 20, freed: 20 });
      expect(report["full"]).toBeLessThan(2000);
      expect(report["found"]).toBe(40 + Number(report["full"]));
      expect(report["afterwards"]).toEqual([{ id: -1 }]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
