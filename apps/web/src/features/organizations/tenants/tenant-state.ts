import { lazyDialog } from "../../../platform/loading/lazy-part.tsx";
import type { Tenant } from "./tenants.api.ts";

/** Asks before a tenant is suspended or reactivated. Loaded on demand, because most visits change nothing. */
export const StateDialog = lazyDialog(
  async () => (await import("../administration/state-confirm-dialog.tsx")).StateConfirmDialog,
  "organization-steps",
);

/** Returns the status change that a tenant allows. */
export const stateStepOf = ({ status }: Pick<Tenant, "status">) =>
  status === "suspended" ? "reactivate" : "suspend";
