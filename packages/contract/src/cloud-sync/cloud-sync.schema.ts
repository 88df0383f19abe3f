import * as z from "zod/mini";
import { timeSchema } from "../users/users.schema.ts";

/** Schedules for copies of an organization's data: only on demand, every night, or on Saturday night. */
export const cloudSyncSchedules = ["off", "daily", "weekly"] as const;
export type CloudSyncSchedule = (typeof cloudSyncSchedules)[number];

/** States of a sync. `queued` means requested but not started. `succeeded` and `failed` describe the last run. */
export const cloudSyncStates = ["never", "queued", "running", "succeeded", "failed"] as const;

/**
 * Reasons why a run failed: the storage did not respond (`unreachable`), refused the file (`rejected`), has an address
 * that the portal does not call (`not_allowed`) or is full (`no_space`); the file is too large for it (`too_large`);
 * anything else (`failed`).
 */
export const cloudSyncErrors = [
  "unreachable",
  "rejected",
  "not_allowed",
  "no_space",
  "too_large",
  "failed",
] as const;
export type CloudSyncError = (typeof cloudSyncErrors)[number];

/** An X25519 recipient of the age format. */
const publicKey = z.string().check(z.regex(/^age1[02-9ac-hj-np-z]{58}$/));

/** State of the cloud sync and of its last run. */
export const cloudSyncSchema = z.strictObject({
  state: z.enum(cloudSyncStates),
  /** Start of the last run. */
  lastRunAt: z.nullable(timeSchema),
  lastSuccessAt: z.nullable(timeSchema),
  /** Size of the newest stored file. */
  bytes: z.nullable(z.int()),
  /** Checksum of the newest stored file in its encrypted form; 64 hexadecimal digits. */
  sha256: z.nullable(z.string()),
  /** Null unless the last run failed. */
  error: z.nullable(z.enum(cloudSyncErrors)),
  schedule: z.enum(cloudSyncSchedules),
  nextRunAt: z.nullable(timeSchema),
  /** The first 16 hexadecimal digits of the SHA-256 of the public key; null without a key. */
  keyFingerprint: z.nullable(z.string()),
  /** Whether the operator has configured storage. */
  isAvailable: z.boolean(),
  version: z.int(),
});
export type CloudSync = z.output<typeof cloudSyncSchema>;

/** Changes to the schedule and the key. A schedule needs a key. Without `publicKey`, the current key is kept. */
export const changeCloudSyncSchema = z.strictObject({
  schedule: z.enum(cloudSyncSchedules),
  publicKey: z.optional(publicKey),
});
export type ChangeCloudSync = z.output<typeof changeCloudSyncSchema>;
