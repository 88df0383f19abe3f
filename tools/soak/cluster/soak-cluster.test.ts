import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { natsScenarios, postgresScenarios } from "./scenarios.ts";

/** Runs the short form, as a process of its own. */
function soakBriefly() {
  const file = fileURLToPath(new URL("../../soak-cluster.ts", import.meta.url));
  return spawnSync(process.execPath, [file, "--short"], { encoding: "utf8" });
}

it("R0-246 the soak of several processes breaks their bus, connections and portals one after the other", () => {
  const { status, stdout, stderr } = soakBriefly();
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  for (const fault of ["LISTEN connection hangs", "notifications are lost", "portal killed"])
    expect(stdout).toContain(fault);
  expect(stdout).not.toContain("FAILED");
}, 180_000);

it("see R0-246 its long form breaks each server of NATS, their routes and all of them, and a suspended process", () => {
  const names = [...postgresScenarios, ...natsScenarios].map(({ name }) => name);
  for (const part of ["NATS server 1 killed", "routes between", "all NATS servers killed", "process stopped"])
    expect(
      names.some((name) => name.includes(part)),
      part,
    ).toBe(true);
});
