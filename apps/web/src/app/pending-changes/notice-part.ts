import { withTexts } from "../../platform/loading/lazy-part.tsx";

/** What the shell shows about changes made offline. Downloaded with the queue, before the connection is lost. */
export const pendingChangesNotice = withTexts(
  async () => (await import("./pending-changes-notice.tsx")).PendingChangesNotice,
  "pending-changes",
);
