import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

/**
 * `npm run soak -- audit` tampers with a chain of the audit log in random ways, as the owner of the database could, and
 * expects the chain check to detect each of them. `--tamperings N` (1,000).
 */
const { values } = parseArgs({ options: { tamperings: { type: "string", default: "1000" } } });
const { status } = spawnSync("npx", ["vitest", "run", "--project", "server", "audit-verifier"], {
  stdio: "inherit",
  env: { ...process.env, AUDIT_TAMPERINGS: values.tamperings },
});
process.exitCode = status ?? 1;
