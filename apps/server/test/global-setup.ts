import type { TestProject } from "vitest/node";
import { type ClusterAddress, createTestCluster } from "./test-cluster.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** PostgreSQL server of this run, for `inject("cluster")`. */
    cluster: ClusterAddress;
  }
}

/** Starts one PostgreSQL for all test files of a run and stops it at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await createTestCluster();
  const { adminUrl, host, template } = cluster;
  project.provide("cluster", { adminUrl, host, template });
  return () => cluster.stop();
}
