import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { timeSchema } from "../users/users.schema.ts";
import { defaultEvidenceYears, evidenceSections, evidenceYears } from "./evidence.rules.ts";

/** States of a folder. `expired`: completed, and its files have been deleted. */
export const evidenceStates = ["queued", "running", "done", "failed", "cancelled", "expired"] as const;
export type EvidenceState = (typeof evidenceStates)[number];

const count = z.int().check(z.minimum(0));

/** A statement of a folder as counts; the files contain the rows. */
export const evidenceSectionSchema = z.strictObject({
  id: z.enum(evidenceSections),
  /** Time at which the data was read. */
  checkedAt: timeSchema,
  /** Number of subjects of the statement: accounts, onboardings, workstations, audit entries … */
  total: count,
  /**
   * A second number, part of the first or in addition to it: roles, accounts with a second factor, external accounts,
   * complete checklists, shared workstations, providers with agreements, completed reviews, valid entries.
   */
  matching: count,
  /** Number of open points; 0 means that the statement is fully covered. */
  open: count,
});
export type EvidenceSection = z.output<typeof evidenceSectionSchema>;

const evidenceFileSchema = z.strictObject({
  bytes: z.int(),
  /** 64 hexadecimal digits. */
  sha256: z.string(),
});

export const evidenceFolderSchema = z.strictObject({
  id: uuidSchema,
  state: z.enum(evidenceStates),
  years: z.int(),
  requestedAt: timeSchema,
  /** Null for a user who was deleted. */
  requestedBy: z.nullable(z.string()),
  finishedAt: z.nullable(timeSchema),
  /** Time at which the files are deleted; null unless the folder was made. */
  expiresAt: z.nullable(timeSchema),
  /** The statements that are ready, in order. */
  sections: z.array(evidenceSectionSchema),
  /** The files with their hashes, even after they were deleted; null unless the folder was made. */
  files: z.nullable(z.strictObject({ pdf: evidenceFileSchema, zip: evidenceFileSchema })),
});
export type EvidenceFolder = z.output<typeof evidenceFolderSchema>;

/** The folders, newest first, and the country whose rules they address. */
export const evidenceListSchema = z.strictObject({
  country: z.enum(["DE", "AT", "CH"]),
  folders: z.array(evidenceFolderSchema),
});
export type EvidenceList = z.output<typeof evidenceListSchema>;

export const createEvidenceSchema = z.strictObject({
  years: z._default(z.union(evidenceYears.map((years) => z.literal(years))), defaultEvidenceYears),
});

export const evidenceFormats = ["pdf", "zip"] as const;
export type EvidenceFormat = (typeof evidenceFormats)[number];

export const evidenceFileQuery = z.strictObject({ format: z.enum(evidenceFormats) });
