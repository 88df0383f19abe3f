import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { pageOf, pageQuery, sortOrderSchema } from "../pagination.ts";

/** A colleague as every member of the organization may see them: only their contact details. */
export const directoryEntrySchema = z.strictObject({
  id: uuidSchema,
  firstName: z.string(),
  lastName: z.string(),
  initials: z.nullable(z.string()),
  department: z.nullable(z.string()),
  extension: z.nullable(z.string()),
});
export type DirectoryEntry = z.output<typeof directoryEntrySchema>;

export const directorySortFields = ["name", "initials", "department", "extension"] as const;

/**
 * Query of the directory, sorted by name by default. `search` finds words in any order, each anywhere in name,
 * initials, department or extension.
 */
export const directoryQuery = z.strictObject({
  ...pageQuery.shape,
  search: z.optional(z.string().check(z.maxLength(100))),
  department: z.optional(z.string().check(z.maxLength(100))),
  sortBy: z._default(z.enum(directorySortFields), "name"),
  sortOrder: sortOrderSchema,
});
export type DirectoryQuery = z.output<typeof directoryQuery>;

export const directoryPageSchema = pageOf(directoryEntrySchema);
