import { audited, defineEndpoint } from "../endpoint.ts";
import {
  discardedMessagesSchema,
  discardMessagesSchema,
  retriedMessagesSchema,
  retryJobSchema,
  retryMessagesSchema,
} from "./background-work.schema.ts";

const operator = { who: "role:super_admin", scope: "platform" } as const;

/** Makes the mails and other messages due again that were given up, except those that can no longer be sent. */
export const retryMessages = defineEndpoint({
  name: "backgroundWork.retryMessages",
  summary: "Retry failed messages",
  method: "POST",
  path: "/api/tenant/messages/retry",
  access: operator,
  audit: audited("platform.messages_retried"),
  body: retryMessagesSchema,
  responses: { 200: retriedMessagesSchema },
  errors: ["STEP_UP_REQUIRED"],
});

/** Deletes the failed mails and other messages that can no longer be sent. */
export const discardMessages = defineEndpoint({
  name: "backgroundWork.discardMessages",
  summary: "Discard undeliverable messages",
  method: "POST",
  path: "/api/tenant/messages/discard",
  access: operator,
  audit: audited("platform.messages_discarded"),
  body: discardMessagesSchema,
  responses: { 200: discardedMessagesSchema },
  errors: ["STEP_UP_REQUIRED"],
});

/**
 * Runs a scheduled job again whose last run failed. Errors: 409 CONFLICT for one that did not fail or that is running.
 */
export const retryJob = defineEndpoint({
  name: "backgroundWork.retryJob",
  summary: "Retry a failed job",
  method: "POST",
  path: "/api/tenant/jobs/retry",
  access: operator,
  audit: audited("platform.job_retried"),
  body: retryJobSchema,
  responses: { 204: null },
  errors: ["NOT_FOUND", "CONFLICT", "STEP_UP_REQUIRED"],
});
