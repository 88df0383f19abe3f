import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "../../../apps/server/src/platform/db/migrate.ts";
import { ClusterDatabase } from "../cluster/cluster-database.ts";
import { checkOutNewestRelease } from "../older-checkout.ts";
import { PortalProcess } from "../portal-process.ts";
import { HttpSwitch } from "./http-switch.ts";
import { ReleaseLoad } from "./release-load.ts";

/** Calls that the users make in each state of the release. */
const callsPerState = 100;

export type ReleaseResult = {
  /** Migrations that ran while the released version served requests. */
  migrations: number;
  calls: number;
  failures: string[];
  signOuts: string[];
  reconnects: number;
  /** Departments whose creation was acknowledged and which are missing or exist twice. */
  lost: string[];
  doubled: string[];
  /** Errors that either version logged. */
  errors: string;
};

/**
 * Replaces the newest release by this version while users work. Migrates under load, starts this version next to the
 * released version, sends new requests to it and stops the released version.
 */
export async function releaseUnderLoad(): Promise<ReleaseResult> {
  const folder = await mkdtemp(join(tmpdir(), "praxisportal release-"));
  const older = join(folder, "older");
  await mkdir(older);
  checkOutNewestRelease(older);
  const database = await ClusterDatabase.startEmpty(folder);
  const settings = { ...database.settings, OWN_CHANGES_PER_HOUR: "10000000" };
  const releasedPortal = await PortalProcess.create(
    join(folder, "before"),
    { ...settings, DATABASE_OWNER_URL: database.owner },
    { root: older },
  );
  const newPortal = await PortalProcess.create(join(folder, "after"), settings);
  let proxy: HttpSwitch | undefined;
  try {
    await releasedPortal.start();
    await database.createOrganization();
    proxy = await HttpSwitch.open(releasedPortal.origin);
    const load = new ReleaseLoad(proxy.origin, database.organization.organizationId);
    await load.start();
    await load.waitForCalls(callsPerState);
    const migrations = (await migrate(database.owner)).length;
    await load.waitForCalls(callsPerState);
    await newPortal.start();
    proxy.switchTo(newPortal.origin);
    await releasedPortal.stop();
    await load.waitForCalls(callsPerState);
    const storedNames = await load.stop();
    const { created, ...tally } = load.tally;
    return {
      ...tally,
      migrations,
      lost: created.filter((name) => !storedNames.includes(name)),
      doubled: storedNames.filter((name, index) => storedNames.indexOf(name) !== index),
      errors: releasedPortal.output + newPortal.output,
    };
  } finally {
    proxy?.close();
    await releasedPortal.stop();
    await newPortal.stop();
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
