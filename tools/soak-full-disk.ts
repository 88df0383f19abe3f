import { spawnSync } from "node:child_process";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { skipped } from "./soak/skipped.ts";
import { PortalProcess } from "./soak/portal-process.ts";
import { ProfileWriter } from "./soak/profile-writer.ts";

/**
 * Runs the real portal on a small disk that fills up while users write. No acknowledged write may be lost, a start on
 * the full disk must report it in one line, and the portal must continue when space is available again.
 *
 * The disk is an in-memory file system mounted in a namespace, so no privileges are needed. Where that is not
 * allowed, it exits with 77, which `npm test` counts as skipped.
 */
const DISK_MB = 160;

const [inner] = process.argv.slice(2);
process.exitCode = inner === undefined ? await runInSmallDisk() : await fillAndCheck(inner);

async function runInSmallDisk(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "praxisportal-disk-"));
  try {
    const mounted = (args: string[]): number | null => {
      const script = `mount -t tmpfs -o size=${DISK_MB}m tmpfs "$1" && shift && exec "$@"`;
      const stdio = args[0] === "true" ? "ignore" : "inherit";
      return spawnSync("unshare", ["-Urm", "sh", "-c", script, "sh", folder, ...args], { stdio }).status;
    };
    if (mounted(["true"]) !== 0) {
      return skipped("this system does not allow unprivileged mounts");
    }
    return mounted([process.execPath, fileURLToPath(import.meta.url), folder]) ?? 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function fillAndCheck(disk: string): Promise<number> {
  const ballast = join(disk, "ballast");
  const portal = await PortalProcess.create(join(disk, "data"), { OWN_CHANGES_PER_HOUR: "10000000" });
  const problems: string[] = [];
  try {
    await portal.start();
    const writer = new ProfileWriter(portal.origin, "redaktion");
    await writer.signIn();
    await writer.writeWhile(() => writer.state.acknowledged < 20);
    fill(ballast);
    // Free space inside the database files still permits some writes. Only writes answered with 200 count.
    const limit = writer.state.acknowledged + 2000;
    await writer.writeWhile(() => writer.state.acknowledged < limit);
    console.log(
      `${writer.state.acknowledged} writes acknowledged, then refused; the portal ${stateOf(portal)}`,
    );
    await portal.stop();
    fill(ballast);
    const refusal = await portal.start().then(
      () => "started on a full disk",
      () => portal.output.trim(),
    );
    console.log(refusal);
    if (!/^The portal was not started\. No space left on the disk/m.test(refusal))
      problems.push("no clear error message");
    if (refusal.split("\n").some((line) => line.startsWith("    at "))) problems.push("a stack trace");
    await portal.stop();
    rmSync(ballast, { force: true });
    await portal.start();
    const lossProblem = await writer.check();
    if (lossProblem !== undefined) problems.push(lossProblem);
    const acknowledgedCount = writer.state.acknowledged;
    await writer.writeWhile(() => writer.state.acknowledged < acknowledgedCount + 5);
    if (writer.state.acknowledged !== acknowledgedCount + 5)
      problems.push("writes do not resume after space was freed");
  } finally {
    await portal.stop();
  }
  console.log(problems.length === 0 ? "nothing lost" : problems.join("\n"));
  return problems.length === 0 ? 0 : 1;
}

function stateOf(portal: PortalProcess): string {
  return portal.isRunning ? "continues" : `ended: ${portal.output.trim().split("\n").at(-1) ?? ""}`;
}

/** Uses up the free space to the last byte. */
function fill(path: string): void {
  const file = openSync(path, "a");
  try {
    for (const size of [1 << 20, 1 << 12, 1]) {
      try {
        for (;;) writeSync(file, Buffer.alloc(size));
      } catch (error) {
        if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
      }
    }
  } finally {
    closeSync(file);
  }
}
