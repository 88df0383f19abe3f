import * as z from "zod/mini";
import { canonicalRole, type Role, roles } from "./roles.ts";

/** A role in requests: takes every accepted spelling, gives the canonical one; unknown = issue `unknownRole`. */
export const roleSchema = z.pipe(
  z.pipe(
    z.string(),
    z.transform((input: string, context): Role => {
      const role = canonicalRole(input);
      if (role) return role;
      context.issues.push({ code: "custom", input, params: { code: "unknownRole" } });
      return z.NEVER;
    }),
  ),
  z.enum(roles),
);

/** A role in answers: canonical spelling only. */
export const roleNameSchema = z.enum(roles);
