import { setTimeout as sleep } from "node:timers/promises";
import type { NatsServers } from "../../../apps/server/test/cluster/nats-servers.ts";
import type { ClusterPortal } from "./cluster-portal.ts";

/** The running processes. The user is connected to `used`, and their sessions are ended through `other`. */
export type Cluster = {
  used: ClusterPortal;
  other: ClusterPortal;
  /** Undefined with LISTEN and NOTIFY. */
  nats: NatsServers | undefined;
  /** Starts one more process, which replaces `used` for this scenario. */
  startAnother: (isCut: boolean) => Promise<ClusterPortal>;
};

/** Breaks something while a user works, and repairs it afterwards. */
export type Scenario = {
  name: string;
  /** Called before the user signs in. Returns the process where they work. */
  prepare?: (cluster: Cluster) => Promise<ClusterPortal>;
  /** Called after the user has signed in. */
  break?: (cluster: Cluster) => Promise<void> | void;
  repair?: (cluster: Cluster) => Promise<void> | void;
};

const none: Scenario = { name: "nothing" };

/** Faults of the bus over LISTEN and NOTIFY. */
export const postgresScenarios: readonly Scenario[] = [
  none,
  {
    name: "LISTEN connection hangs",
    break: ({ used }) => {
      used.isHung = true;
    },
    repair: ({ used }) => {
      used.isHung = false;
    },
  },
  {
    name: "LISTEN connection hangs for 12 s",
    prepare: async ({ used }) => {
      used.isHung = true;
      await sleep(12_000);
      return used;
    },
    repair: ({ used }) => {
      used.isHung = false;
    },
  },
  {
    name: "notifications are lost",
    break: ({ used }) => {
      used.isCut = true;
    },
    repair: ({ used }) => {
      used.isCut = false;
    },
  },
  { name: "started inside a partition", prepare: ({ startAnother }) => startAnother(true) },
  processSuspended(),
];

/** The scenarios of `npm test`. */
export const shortScenarios: readonly Scenario[] = postgresScenarios.filter(({ name }) =>
  ["nothing", "LISTEN connection hangs", "notifications are lost"].includes(name),
);

/** Faults of the bus over NATS, with three servers. `used` is connected to the second and third one. */
export const natsScenarios: readonly Scenario[] = [
  none,
  ...[0, 1, 2].map(nodeKilled),
  ...[1, 2].map(nodeSuspended),
  {
    name: "routes between the NATS servers hang",
    break: ({ nats }) => nats?.holdRoutes(true),
    repair: ({ nats }) => nats?.holdRoutes(false),
  },
  processSuspended(),
  {
    name: "all NATS servers killed",
    break: async ({ nats }) => {
      for (const index of [0, 1, 2]) await nats?.killNode(index);
    },
    repair: startAll,
  },
  {
    name: "started while all NATS servers are down",
    prepare: async ({ nats, startAnother }) => {
      for (const index of [0, 1, 2]) await nats?.killNode(index);
      return startAnother(false);
    },
    repair: startAll,
  },
];

async function startAll({ nats }: Cluster): Promise<void> {
  for (const index of [0, 1, 2]) await nats?.startNode(index);
}

function nodeKilled(index: number): Scenario {
  return {
    name: `NATS server ${index + 1} killed`,
    break: ({ nats }) => nats?.killNode(index),
    repair: ({ nats }) => nats?.startNode(index),
  };
}

function nodeSuspended(index: number): Scenario {
  return {
    name: `NATS server ${index + 1} suspended`,
    break: ({ nats }) => nats?.suspendNode(index),
    repair: ({ nats }) => nats?.resumeNode(index),
  };
}

/** Suspends the process, which then does not respond. Afterwards it must not use outdated cached data. */
function processSuspended(): Scenario {
  return {
    name: "process suspended for 3 s before the logout",
    break: async ({ used }) => {
      used.process.suspend();
      await sleep(3_000);
      used.process.resume();
    },
  };
}
