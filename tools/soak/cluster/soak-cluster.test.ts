import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

/** Runs the soak in a separate process. */
function runSoak(form: "--short" | "--list") {
  const file = fileURLToPath(new URL("../../soak-cluster.ts", import.meta.url));
  return spawnSync(process.execPath, [file, form], { encoding: "utf8" });
}

it("R0-246 the soak of several processes breaks their bus, connections and portals one after the other", () => {
  const { status, stdout, stderr } = runSoak("--short");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  for (const fault of ["LISTEN connection hangs", "notifications are lost", "portal killed"])
    expect(stdout).toContain(fault);
  expect(stdout).not.toContain("FAILED");
}, 180_000);

it("R0-246 the long form breaks the bus, NATS servers, portals, primary, standby and their proxies in this order", () => {
  const { status, stdout, stderr } = runSoak("--list");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout.trimEnd().split("\n")).toEqual([
    "LISTEN/NOTIFY: nothing",
    "LISTEN/NOTIFY: LISTEN connection hangs",
    "LISTEN/NOTIFY: LISTEN connection hangs for 12 s",
    "LISTEN/NOTIFY: notifications are lost",
    "LISTEN/NOTIFY: started inside a partition",
    "LISTEN/NOTIFY: process stopped for 3 s before the logout",
    "LISTEN/NOTIFY: portal killed",
    "NATS: nothing",
    "NATS: NATS server 1 killed",
    "NATS: NATS server 2 killed",
    "NATS: NATS server 3 killed",
    "NATS: NATS server 2 stopped, not ended",
    "NATS: NATS server 3 stopped, not ended",
    "NATS: routes between the NATS servers hang",
    "NATS: process stopped for 3 s before the logout",
    "NATS: all NATS servers killed",
    "NATS: started while all NATS servers are down",
    "NATS: portal killed",
    "failover: portal killed",
    "failover: primary killed",
    "failover: standby cut off, primary killed",
    "budget: primary killed, AI budget at its limit",
    "release: each portal replaced under load",
  ]);
});
