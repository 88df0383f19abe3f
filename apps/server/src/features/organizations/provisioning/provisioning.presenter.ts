import {
  type ProvisioningStatus,
  provisioningSteps,
} from "@praxisportal/contract/tenants/provisioning.schema";
import type { ProvisioningRow } from "./provisioning.queries.ts";

/** Returns the progress of a provisioning. */
export function presentProvisioning(id: string, row: ProvisioningRow): ProvisioningStatus {
  const completedSteps = provisioningSteps.filter((step) => row[`${step}_at`] !== null);
  const next = provisioningSteps.find((step) => row[`${step}_at`] === null);
  const state =
    next === undefined
      ? "ready"
      : row.error !== null
        ? "failed"
        : completedSteps.length > 1
          ? "running"
          : "pending";
  return {
    id,
    state,
    steps: provisioningSteps.map((name) => {
      const at = row[`${name}_at`];
      return {
        name,
        state: at !== null ? "done" : name === next && state !== "ready" ? state : "pending",
        at: at?.toISOString() ?? null,
      };
    }),
    percent: Math.round((completedSteps.length / provisioningSteps.length) * 100),
    error: row.error,
  };
}
