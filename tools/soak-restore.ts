import { spawnSync } from "node:child_process";
import { chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findTwoUsers } from "./soak/other-users.ts";
import { PortalProcess, type ProcessUser } from "./soak/portal-process.ts";
import { ProfileWriter } from "./soak/profile-writer.ts";
import { demoAuthenticator, signInWithCode } from "./soak/sign-in-with-code.ts";
import { skipped } from "./soak/skipped.ts";

/**
 * `npm run soak -- restore` runs and backs up the portal as one system user. Another user restores the backup, on
 * another file system if /dev/shm is one, and runs the portal there. Every write from before the backup must exist, the
 * sealed secrets must be readable, and writing must continue.
 */
const users = findTwoUsers();
process.exitCode = typeof users === "string" ? skipped(users) : await moveToOtherUser(...users);

async function moveToOtherUser(first: ProcessUser, second: ProcessUser): Promise<number> {
  const source = createFolder(first, tmpdir());
  const target = createFolder(second, findSharedMemory() ?? tmpdir());
  const problems: string[] = [];
  const settings = { OWN_CHANGES_PER_HOUR: "10000000" };
  const sourcePortal = await PortalProcess.create(join(source, "data"), settings, { user: first });
  const targetPortal = await PortalProcess.create(join(target, "data"), settings, { user: second });
  try {
    await sourcePortal.start();
    const writer = new ProfileWriter(sourcePortal.origin, "redaktion");
    await writer.signIn();
    await writer.writeWhile(() => writer.state.acknowledged < 50);
    const writtenCount = writer.state.acknowledged;
    runCommand("backup", join(source, "backup"), sourcePortal.dataDir, first);
    await sourcePortal.stop();

    cpSync(join(source, "backup"), join(target, "backup"), { recursive: true });
    mkdirSync(targetPortal.dataDir, { mode: 0o700 });
    cpSync(join(sourcePortal.dataDir, "keys"), join(targetPortal.dataDir, "keys"), { recursive: true });
    changeOwner(target, second);
    runCommand("restore", join(target, "backup"), targetPortal.dataDir, second);
    await targetPortal.start();
    const reader = new ProfileWriter(targetPortal.origin, "redaktion");
    await reader.signIn();
    const storedCount = await reader.read();
    if (storedCount !== writtenCount)
      problems.push(`${writtenCount} writes before the backup, ${storedCount} after the restore`);
    // The key of the authenticator app is stored sealed.
    const status = await signInWithCode(targetPortal.origin, demoAuthenticator().code());
    if (status !== 200) problems.push(`the sign-in with a sealed secret returned ${status}`);
    reader.state.acknowledged = storedCount;
    await reader.writeWhile(() => reader.state.acknowledged < storedCount + 50);
    if ((await reader.read()) !== storedCount + 50)
      problems.push("writing does not continue after the restore");
    const foreign = findForeignFiles(targetPortal.dataDir, second);
    if (foreign.length > 0) problems.push(`files of another user: ${foreign.join(", ")}`);
    console.log(
      `backed up as user ${first.uid}, restored as user ${second.uid} in ${target}: ${storedCount} writes`,
    );
  } finally {
    await sourcePortal.stop();
    await targetPortal.stop();
    for (const folder of [source, target]) rmSync(folder, { recursive: true, force: true });
  }
  console.log(problems.length === 0 ? "nothing lost" : problems.join("\n"));
  return problems.length === 0 ? 0 : 1;
}

/** Creates a folder that only the user can read. */
function createFolder(user: ProcessUser, parent: string): string {
  const folder = mkdtempSync(join(parent, "praxisportal-restore-"));
  chownSync(folder, user.uid, user.gid);
  return folder;
}

/** Returns a folder of a file system other than the temporary one, if there is one. */
function findSharedMemory(): string | undefined {
  const status = statSync("/dev/shm", { throwIfNoEntry: false });
  return status?.isDirectory() && status.dev !== statSync(tmpdir()).dev ? "/dev/shm" : undefined;
}

function changeOwner(folder: string, { uid, gid }: ProcessUser): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }))
    chownSync(join(folder, name), uid, gid);
}

function findForeignFiles(folder: string, { uid }: ProcessUser): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.uid !== uid);
}

/** Runs a command of the portal as a user. @throws Error with its output if it fails. */
function runCommand(name: string, folder: string, dataDir: string, user: ProcessUser): void {
  const file = fileURLToPath(new URL(`../apps/server/src/commands/${name}.ts`, import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, folder], {
    ...user,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir },
  });
  if (status !== 0) throw new Error(`npm run ${name}: ${stdout}${stderr}`);
}
