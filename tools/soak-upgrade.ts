import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { registerUnlimitedProvider, mockModel } from "./soak/open-provider.ts";
import { brokenChains } from "./soak/chain-links.ts";
import { CountingProvider } from "./soak/counting-provider.ts";
import { checkOut, releasedCommits } from "./soak/older-checkout.ts";
import { PortalProcess } from "./soak/portal-process.ts";
import { ProfileWriter } from "./soak/profile-writer.ts";
import { demoAuthenticator, signInWithCode } from "./soak/sign-in-with-code.ts";
import { skipped } from "./soak/skipped.ts";

/**
 * `npm run soak -- upgrade` creates and fills a data folder with an older version of the portal and continues with this
 * version. Earlier sessions must be valid, no write may be lost, and the sums and chains must be correct.
 *
 * Upgrades from every release of docs/releases.tsv, from the version `--commit C`, or from the older version in the
 * folder `--checkout F`, which has its packages.
 */
const { values } = parseArgs({ options: { commit: { type: "string" }, checkout: { type: "string" } } });
process.exitCode =
  values.checkout === undefined
    ? await upgradeFrom(values.commit === undefined ? releasedCommits() : [values.commit])
    : await report(values.checkout, resolve(values.checkout));

async function upgradeFrom(commits: readonly string[]): Promise<number> {
  if (commits.length === 0)
    return skipped("docs/releases.tsv contains no release yet; choose a version with --commit");
  let faults = 0;
  for (const commit of commits) {
    const older = await mkdtemp(join(tmpdir(), "praxisportal-older-"));
    try {
      checkOut(commit, older);
      faults += await report(commit, older);
    } finally {
      await rm(older, { recursive: true, force: true });
    }
  }
  return faults === 0 ? 0 : 1;
}

/** Upgrades a new data folder of a version, prints the result and returns 1 if there was a problem. */
async function report(version: string, older: string): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), "praxisportal-upgrade-"));
  try {
    const problems = await upgrade(older, dataDir);
    console.log(`from ${version}: ${problems.length === 0 ? "nothing lost" : problems.join("; ")}`);
    return problems.length === 0 ? 0 : 1;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function upgrade(older: string, dataDir: string): Promise<string[]> {
  const provider = new CountingProvider();
  const settings = { OUTGOING_ALLOWED_ORIGINS: await provider.start(), OWN_CHANGES_PER_HOUR: "10000000" };
  const olderPortal = await PortalProcess.create(dataDir, settings, { root: older });
  const newPortal = await PortalProcess.create(dataDir, settings);
  const problems: string[] = [];
  try {
    await olderPortal.start();
    const writer = new ProfileWriter(olderPortal.origin, "redaktion");
    await writer.signIn();
    await writer.writeWhile(() => writer.state.acknowledged < 20);
    const owner = await registerUnlimitedProvider(olderPortal.origin, settings.OUTGOING_ALLOWED_ORIGINS);
    problems.push(...(await checkAiCall(olderPortal, owner)));
    await olderPortal.stop();

    await newPortal.start();
    writer.moveTo(newPortal.origin);
    problems.push((await writer.check()) ?? "");
    await writer.writeWhile(() => writer.state.acknowledged < 40);
    problems.push((await writer.check()) ?? "", ...(await checkAiCall(newPortal, owner)));
    const status = await signInWithCode(newPortal.origin, demoAuthenticator().code());
    if (status !== 200) problems.push(`the sign-in with a code returned ${status}`);
    problems.push(...(await brokenChains(newPortal.databaseUrl)));
    for (const command of ["verify-audit", "check-usage"]) problems.push(runCommand(command, dataDir));
  } finally {
    await olderPortal.stop();
    await newPortal.stop();
    provider.stop();
  }
  return problems.filter((problem) => problem !== "");
}

/** Makes an AI call with a session. */
async function checkAiCall({ origin }: PortalProcess, headers: Record<string, string>): Promise<string[]> {
  const response = await fetch(`${origin}/api/ai/proxy`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ ...mockModel, prompt: "Guten Tag" }),
  });
  const text = await response.text();
  return response.status === 200 ? [] : [`the AI call returned ${response.status} ${text}`];
}

/** Runs a command of this version while the portal runs. Returns its output if it fails. */
function runCommand(name: string, dataDir: string): string {
  const file = fileURLToPath(new URL(`../apps/server/src/commands/${name}.ts`, import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir },
  });
  return status === 0 ? "" : `${name}: ${stdout}${stderr}`;
}
