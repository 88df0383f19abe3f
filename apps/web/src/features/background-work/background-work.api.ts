import type {
  DiscardedMessages,
  RetriedMessages,
} from "@praxisportal/contract/background-work/background-work.schema";
import type * as endpoints from "@praxisportal/contract/background-work/background-work.endpoints";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";

const retryMessagesRoute = route<typeof endpoints.retryMessages>()(
  "backgroundWork.retryMessages",
  "POST",
  "/api/tenant/messages/retry",
);
const discardMessagesRoute = route<typeof endpoints.discardMessages>()(
  "backgroundWork.discardMessages",
  "POST",
  "/api/tenant/messages/discard",
);
const retryJobRoute = route<typeof endpoints.retryJob>()(
  "backgroundWork.retryJob",
  "POST",
  "/api/tenant/jobs/retry",
);

/** Makes all messages due again that were given up. @throws ApiError STEP_UP_REQUIRED. */
export function retryMessages(): Promise<RetriedMessages> {
  return call(retryMessagesRoute, { body: {} });
}

/** Deletes all failed messages that can no longer be sent. @throws ApiError STEP_UP_REQUIRED. */
export function discardMessages(): Promise<DiscardedMessages> {
  return call(discardMessagesRoute, { body: {} });
}

/**
 * Runs a failed job again. @throws ApiError STEP_UP_REQUIRED, NOT_FOUND; CONFLICT when it no longer counts as failed.
 */
export async function retryJob(job: string): Promise<void> {
  await call(retryJobRoute, { body: { job } });
}
