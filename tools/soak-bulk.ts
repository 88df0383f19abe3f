import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type BulkRound, runBulkDelete } from "./soak/bulk-delete.ts";
import { PortalProcess } from "./soak/portal-process.ts";

/**
 * `npm run soak -- bulk` deletes many people as the web app does, kills the portal, its database or both with SIGKILL
 * in the meantime, and resumes with the remaining people. Every person must be either fully deleted, with one entry in
 * each audit log, or unchanged.
 *
 * `--people N` (500), `--kills N` (6).
 */
const { values } = parseArgs({
  options: { people: { type: "string", default: "500" }, kills: { type: "string", default: "6" } },
});
const [people, kills] = [Number(values.people), Number(values.kills)];

const dataDir = await mkdtemp(join(tmpdir(), "praxisportal soak "));
const portal = await PortalProcess.create(dataDir);
try {
  await portal.start();
  console.log("killed    acknowledged  deleted  untouched  result");
  const rounds = await runBulkDelete(portal, people, kills, print);
  const problems = rounds.flatMap((round) => round.problems);
  console.log(`${people} people, ${kills} kills, ${problems.length} problems`);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
} finally {
  await portal.stop();
  await rm(dataDir, { recursive: true, force: true });
}

function print({ killed, acknowledged, deleted, unchanged: untouched, problems }: BulkRound): void {
  const totals = [
    String(acknowledged).padStart(12),
    String(deleted).padStart(7),
    String(untouched).padStart(9),
  ];
  console.log(
    [(killed ?? "nothing").padEnd(8), ...totals, problems.length > 0 ? "see below" : "ok"].join("  "),
  );
}
