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
 * How far the provisioning of a tenant is; `id` is the id of the tenant. A failed one is retried and continues with the
 * step that failed.
 */
export const provisioningStatusSchema = z.strictObject({
  id: uuidSchema,
  state: z.enum(["pending", "running", "ready", "failed"]),
  steps: z.array(
    z.strictObject({
      name: z.enum(provisioningSteps),
      state: z.enum(["pending", "running", "done", "failed"]),
      /** When it was done; null until then. */
      at: z.nullable(timeSchema),
    }),
  ),
  percent: z.int().check(z.minimum(0), z.maximum(100)),
  /** Why the last attempt failed: an error code; null unless `state` is `failed`. */
  error: z.nullable(z.string()),
});
export type ProvisioningStatus = z.output<typeof provisioningStatusSchema>;
