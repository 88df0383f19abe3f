import { audited, defineEndpoint, none } from "../endpoint.ts";
import {
  checkResetSchema,
  confirmResetSchema,
  initiateResetSchema,
  openResetSchema,
  redeemRescueSchema,
} from "./password-reset.schema.ts";

/**
 * Asks for a link to set a new password. Known and unknown addresses are answered alike and at the same time; the mail
 * is made afterwards. Five an hour per address-book entry, thirty per network address.
 */
export const initiateReset = defineEndpoint({
  name: "passwordReset.initiate",
  summary: "Ask for a new password by mail",
  method: "POST",
  path: "/api/v1/auth/password-reset/initiate",
  access: { who: "public", scope: "-" },
  audit: audited("auth.password_reset_requested"),
  body: initiateResetSchema,
  responses: { 202: null },
  errors: ["TOO_MANY_REQUESTS", "CROSS_SITE_REQUEST"],
});

/** Whether a link still opens something; unknown, used and expired ones are not told apart. */
export const checkReset = defineEndpoint({
  name: "passwordReset.check",
  summary: "Is this reset link still open?",
  method: "POST",
  path: "/api/v1/auth/password-reset/check",
  access: { who: "public", scope: "-" },
  audit: none("a look that changes nothing; attempts are limited per address"),
  body: checkResetSchema,
  responses: { 200: openResetSchema },
  errors: ["LINK_INVALID", "TOO_MANY_REQUESTS", "CROSS_SITE_REQUEST"],
});

/**
 * Sets the new password: the newest link only, 30 minutes, once. Gives no session, leaves the second factor on, ends
 * every session and every organization token of the person.
 */
export const confirmReset = defineEndpoint({
  name: "passwordReset.confirm",
  summary: "Set a new password with the link",
  method: "POST",
  path: "/api/v1/auth/password-reset/confirm",
  access: { who: "public", scope: "-" },
  audit: audited("user.password_reset"),
  body: confirmResetSchema,
  responses: { 204: null },
  errors: ["LINK_INVALID", "TOO_MANY_REQUESTS", "CROSS_SITE_REQUEST", "BUSY"],
});

/**
 * Sets a new password with a one-time code of the practice, for people without a mailbox: 15 minutes, once, five tries.
 * An unknown name, a wrong and a late code are answered alike. Gives no session and leaves the second factor on.
 */
export const redeemRescue = defineEndpoint({
  name: "passwordReset.redeemCode",
  summary: "Set a new password with a one-time code",
  method: "POST",
  path: "/api/v1/auth/password-reset/code",
  access: { who: "public", scope: "-" },
  audit: audited("user.password_reset"),
  body: redeemRescueSchema,
  responses: { 204: null },
  errors: ["CODE_INVALID", "TOO_MANY_ATTEMPTS", "CROSS_SITE_REQUEST", "BUSY"],
});
