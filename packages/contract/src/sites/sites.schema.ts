import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { siteAssignmentMax } from "../limits.ts";
import { withCode, nameSchema, textSchema } from "../validation.ts";
import { isSiteNumber, normalizeSiteNumber, siteNumberKinds } from "./site-number.rules.ts";

/**
 * The number of a site. Only its format is checked here. The server also checks that its kind matches the
 * organization's country (`siteNumberKindsOf`).
 */
export const siteNumberSchema = z
  .strictObject({
    kind: z.enum(siteNumberKinds),
    value: z.string().check(z.overwrite(normalizeSiteNumber), z.minLength(1), z.maxLength(20)),
  })
  .check(z.refine(({ kind, value }) => isSiteNumber(kind, value), withCode("invalidFormat", {}, ["value"])));

/** A site ("Betriebsstätte"). */
export const siteSchema = z.strictObject({
  id: uuidSchema,
  _id: uuidSchema,
  name: z.string(),
  address: z.nullable(z.string()),
  number: z.nullable(z.strictObject({ kind: z.enum(siteNumberKinds), value: z.string() })),
  memberCount: z.int(),
  version: z.int(),
});
export type Site = z.output<typeof siteSchema>;

export const siteListSchema = z.strictObject({ data: z.array(siteSchema) });

const siteFields = {
  name: nameSchema(1, 100),
  address: z.optional(z.nullable(textSchema(500))),
  number: z.optional(z.nullable(siteNumberSchema)),
};

export const createSiteSchema = z.strictObject(siteFields);

/** Absent fields stay unchanged, and null clears a field. */
export const updateSiteSchema = z.strictObject({ ...siteFields, name: z.optional(siteFields.name) });

/** A member assigned to a site. */
export const siteMemberSchema = z.strictObject({
  userId: uuidSchema,
  firstName: z.string(),
  lastName: z.string(),
  department: z.nullable(z.string()),
});

export const siteMemberListSchema = z.strictObject({ data: z.array(siteMemberSchema) });

/** Members to assign to the site. Members of another site are moved. */
export const assignSiteSchema = z.strictObject({
  userIds: z.array(uuidSchema).check(z.minLength(1), z.maxLength(siteAssignmentMax)),
});
