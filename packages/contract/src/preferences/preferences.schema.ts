import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import {
  listColumnsMax,
  listColumnWidthMaxPx,
  listColumnWidthMinPx,
  preferencesMaxBytes,
  listsWithPreferencesMax,
  savedViewNameMaxLength,
  savedViewQueryMaxLength,
  savedViewsMax,
} from "../limits.ts";
import { withCode, nameSchema } from "../validation.ts";

/** Name of a list, for example `users`, or of one of its columns. The web app defines both. */
const keySchema = z.string().check(z.regex(/^[a-z][A-Za-z0-9-]{0,39}$/));

/** A column of a list. Without a width it has the default width of the list. */
export const listColumnSchema = z.strictObject({
  key: keySchema,
  /** Whether the column is hidden. It keeps its position. */
  hidden: z.optional(z.boolean()),
  widthPx: z.optional(z.int().check(z.minimum(listColumnWidthMinPx), z.maximum(listColumnWidthMaxPx))),
});

/** A list's search, filters and sort order, saved under a name. */
export const savedViewSchema = z.strictObject({
  id: uuidSchema,
  name: nameSchema(1, savedViewNameMaxLength),
  /** Query string of the list's page without "?", percent-encoded. */
  query: z.string().check(z.maxLength(savedViewQueryMaxLength), z.regex(/^[\w%&=.~*+-]*$/)),
});
export type SavedView = z.output<typeof savedViewSchema>;

export const listPreferencesSchema = z.strictObject({
  /** Columns in order; if absent, those that the list shows by default. */
  columns: z.optional(
    z.array(listColumnSchema).check(
      z.maxLength(listColumnsMax),
      z.refine((columns) => areDistinct(columns.map(({ key }) => key)), withCode("unique")),
    ),
  ),
  savedViews: z._default(
    z.array(savedViewSchema).check(
      z.maxLength(savedViewsMax),
      z.refine((views) => areDistinct(views.map(({ id }) => id)), withCode("unique")),
    ),
    [],
  ),
});
export type ListPreferences = z.output<typeof listPreferencesSchema>;

/** A user's own choices about the interface, the same on all devices. Theme and language stay on the device. */
export const preferencesSchema = z
  .strictObject({
    /** Null if the width of the window decides. */
    sidebarCollapsed: z.nullable(z.boolean()),
    /** The model that the assistant selects first, if the organization may use it. */
    assistantModel: z.optional(
      z.strictObject({
        provider: nameSchema(1, 40),
        model: nameSchema(1, 200),
      }),
    ),
    /** False if the administrator gets no weekly digest by mail. */
    weeklyDigest: z.optional(z.boolean()),
    /** Organizations whose weekly digest the administrator has unsubscribed from, using the link in the mail. */
    digestEndedIn: z.optional(z.array(uuidSchema).check(z.maxLength(20))),
    /** Organizations in which the user has hidden the first steps. */
    firstStepsHiddenIn: z.optional(z.array(uuidSchema).check(z.maxLength(20))),
    lists: z
      .record(keySchema, listPreferencesSchema)
      .check(
        z.refine((lists) => Object.keys(lists).length <= listsWithPreferencesMax, withCode("invalidFormat")),
      ),
  })
  .check(z.refine((preferences) => bytesOf(preferences) <= preferencesMaxBytes, withCode("invalidFormat")));
export type Preferences = z.output<typeof preferencesSchema>;

/** Preferences with the version for `If-Match`; 0 until the first change. */
export const storedPreferencesSchema = z.strictObject({ ...preferencesSchema.shape, version: z.number() });
export type StoredPreferences = z.output<typeof storedPreferencesSchema>;

function areDistinct(values: readonly string[]): boolean {
  return new Set(values).size === values.length;
}

function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}
