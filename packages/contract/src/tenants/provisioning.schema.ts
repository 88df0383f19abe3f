import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { timeSchema } from "../users/users.schema.ts";

/** The steps of a provisioning, in their order. */
export const provisioningSteps = [
  "organization",
  "limits",
  "defaults",
  "administrator",
  "mail",
  "check",
] as const;
export type ProvisioningStep = (typeof provisioningSteps)[number];

/**
 * Progress of the provisioning of a tenant; `id` is the id of the tenant. A failed provisioning is retried and
 * continues with the step that failed.
 */
export const provisioningStatusSchema = z.strictObject({
  id: uuidSchema,
  state: z.enum(["pending", "running", "ready", "failed"]),
  steps: z.array(
    z.strictObject({
      name: z.enum(provisioningSteps),
      state: z.enum(["pending", "running", "done", "failed"]),
      /** Time at which the step was done; null until then. */
      at: z.nullable(timeSchema),
    }),
  ),
  percent: z.int().check(z.minimum(0), z.maximum(100)),
  /** Error code of the last attempt; null unless `state` is `failed`. */
  error: z.nullable(z.string()),
});
export type ProvisioningStatus = z.output<typeof provisioningStatusSchema>;
