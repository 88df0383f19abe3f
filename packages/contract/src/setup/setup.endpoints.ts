import * as z from "zod/mini";
import { audited, defineEndpoint, notAudited } from "../endpoint.ts";
import { timeSchema } from "../users/users.schema.ts";
import { emailSchema, personNameSchema, usernameSchema } from "../validation.ts";

const setupToken = z.string().check(z.minLength(20), z.maxLength(200));

/** A person created by the first setup. The organization owner's password must be changed at the first sign-in. */
const setupPerson = z.strictObject({
  firstName: personNameSchema,
  lastName: personNameSchema,
  username: usernameSchema,
  email: z.optional(z.nullable(emailSchema)),
  password: z.string().check(z.minLength(1), z.maxLength(512)),
});

export const setupSchema = z.strictObject({
  token: setupToken,
  administrator: setupPerson,
  organization: z.strictObject({
    name: z.string().check(z.trim(), z.minLength(2), z.maxLength(120)),
    type: z.optional(z.string().check(z.maxLength(60))),
    country: z.enum(["DE", "AT", "CH"]),
  }),
  member: setupPerson,
});

/** Returns whether a setup link is valid. The token is sent in the body, so that it does not appear in logs. */
export const checkSetup = defineEndpoint({
  name: "setup.check",
  summary: "Check a setup link",
  method: "POST",
  path: "/api/v1/setup/check",
  access: { who: "public", scope: "-" },
  audit: notAudited("a read; the link itself is consumed by setup.complete"),
  body: z.strictObject({ token: setupToken }),
  responses: { 200: z.strictObject({ valid: z.literal(true), expiresAt: timeSchema }) },
  errors: ["LINK_INVALID", "TOO_MANY_REQUESTS", "CROSS_SITE_REQUEST"],
});

/** Creates the first platform administrator, the first organization and its first member, once. */
export const completeSetup = defineEndpoint({
  name: "setup.complete",
  summary: "Complete the setup",
  method: "POST",
  path: "/api/v1/setup",
  access: { who: "public", scope: "-" },
  audit: audited("platform.setup_completed"),
  body: setupSchema,
  responses: {
    201: z.strictObject({
      organizationId: z.string(),
      organizationName: z.string(),
      practiceCode: z.string(),
    }),
  },
  errors: [
    "LINK_INVALID",
    "SETUP_ALREADY_COMPLETED",
    "TOO_MANY_REQUESTS",
    "OVERLOADED",
    "CROSS_SITE_REQUEST",
  ],
});
