import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scenes } from "./soak/clock-scenes.ts";
import { findLibfaketime, MovableClock } from "./soak/movable-clock.ts";
import { PortalProcess } from "./soak/portal-process.ts";
import { skipped } from "./soak/skipped.ts";

/**
 * `npm run soak -- clocks` moves the clock of the portal and its database with libfaketime over the end of a month and
 * a year, both changes of summer time, and back by an hour. Sessions, budgets, authenticator codes, scheduled jobs and
 * the audit chains must stay correct. `LIBFAKETIME` is the path of the library if it is not in its usual place.
 */
const library = findLibfaketime();
process.exitCode =
  library === undefined
    ? skipped("libfaketime is not installed (Debian package libfaketime)")
    : await playAll(library);

async function playAll(path: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "praxisportal-clocks-"));
  const dataDir = join(folder, "data");
  const clock = new MovableClock(path, join(folder, "offset"));
  const portal = await PortalProcess.create(dataDir, { ...clock.env, OWN_CHANGES_PER_HOUR: "10000000" });
  let faults = 0;
  try {
    await portal.start();
    await portal.stop();
    for (const { name, begin, play } of scenes) {
      clock.moveTo(begin);
      await clock.startDatabase(dataDir);
      await portal.start();
      // Set the time once more, because a start may take long on a busy machine.
      clock.moveTo(begin);
      const problems = await play({ portal, clock });
      await portal.stop();
      console.log(`${name}: ${problems.length === 0 ? "no problems" : problems.join("; ")}`);
      faults += problems.length;
    }
  } finally {
    await portal.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return faults === 0 ? 0 : 1;
}
