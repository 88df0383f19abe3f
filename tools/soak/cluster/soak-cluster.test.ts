import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { type Cluster, natsScenarios, postgresScenarios, type Scenario } from "./scenarios.ts";

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
    "LISTEN/NOTIFY: process suspended for 3 s before the logout",
    "LISTEN/NOTIFY: portal killed",
    "NATS: nothing",
    "NATS: NATS server 1 killed",
    "NATS: NATS server 2 killed",
    "NATS: NATS server 3 killed",
    "NATS: NATS server 2 suspended",
    "NATS: NATS server 3 suspended",
    "NATS: routes between the NATS servers hang",
    "NATS: process suspended for 3 s before the logout",
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

/** Returns what a scenario does to the processes and servers, with a cluster that only records it. */
async function actionsOf(scenario: Scenario): Promise<string[]> {
  const actions: string[] = [];
  const recorder = (name: string) =>
    new Proxy(
      {},
      {
        get: (_target, key) => (value: unknown) =>
          void actions.push(`${name} ${String(key)} ${String(value)}`),
        set: (_target, key, value) => actions.push(`${name} ${String(key)} ${String(value)}`) > 0,
      },
    );
  const cluster = {
    used: recorder("portal"),
    other: recorder("other portal"),
    nats: recorder("nats"),
    startAnother: (isCut: boolean) => actions.push(`start another, cut: ${isCut}`),
  } as unknown as Cluster;
  await scenario.prepare?.(cluster);
  await scenario.break?.(cluster);
  actions.push("logout");
  await scenario.repair?.(cluster);
  return actions;
}

it("see R0-246 each fault of the bus breaks what it names, and repairs it after the logout", async () => {
  // The faults that last some seconds are left out.
  const quick = [...postgresScenarios, ...natsScenarios].filter(({ name }) => !/for \d+ s/.test(name));
  const done = await Promise.all(quick.map(async (scenario) => [scenario.name, await actionsOf(scenario)]));
  const nodes = [0, 1, 2];
  const killed = (index: number) => [`nats killNode ${index}`, "logout", `nats startNode ${index}`];
  const suspended = (index: number) => [`nats suspendNode ${index}`, "logout", `nats resumeNode ${index}`];
  const allKilled = nodes.map((index) => `nats killNode ${index}`);
  const allStarted = nodes.map((index) => `nats startNode ${index}`);
  expect(done).toEqual([
    ["nothing", ["logout"]],
    ["LISTEN connection hangs", ["portal isHung true", "logout", "portal isHung false"]],
    ["notifications are lost", ["portal isCut true", "logout", "portal isCut false"]],
    ["started inside a partition", ["start another, cut: true", "logout"]],
    ["nothing", ["logout"]],
    ...nodes.map((index) => [`NATS server ${index + 1} killed`, killed(index)]),
    ...[1, 2].map((index) => [`NATS server ${index + 1} suspended`, suspended(index)]),
    ["routes between the NATS servers hang", ["nats holdRoutes true", "logout", "nats holdRoutes false"]],
    ["all NATS servers killed", [...allKilled, "logout", ...allStarted]],
    [
      "started while all NATS servers are down",
      [...allKilled, "start another, cut: false", "logout", ...allStarted],
    ],
  ]);
});
