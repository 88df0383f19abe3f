import * as z from "zod/mini";
import { canonicalRole, type Role, roles } from "./roles.ts";

/**
 * A role in requests: accepts every known spelling and returns the canonical one. An unknown role causes the
 * issue `unknownRole`.
 */
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

/** A role in responses: canonical spelling only. */
export const roleNameSchema = z.enum(roles);
