import { audited, defineEndpoint } from "../endpoint.ts";

/**
 * Exports everything that is stored about the caller as one JSON file: their account, and the data that each
 * organization stores about them. It contains no passwords, hashes or codes, and no personal data of others. The caller
 * is notified. Only one export of an account runs at a time.
 */
export const exportOwnData = defineEndpoint({
  name: "ownData.export",
  summary: "Export your own data",
  method: "GET",
  path: "/api/v1/users/me/export",
  access: { who: "session", scope: "self" },
  rateLimit: "changes",
  audit: audited("user.own_data_exported"),
  responses: { 200: null },
  file: true,
  fileTypes: ["application/json"],
  errors: ["STEP_UP_REQUIRED"],
});
