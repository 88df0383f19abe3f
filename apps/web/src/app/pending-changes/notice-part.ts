import { withTexts } from "../../platform/loading/lazy-part.tsx";

/** The shell's notice about changes made offline. Downloaded with the queue, before the connection is lost. */
export const pendingChangesNotice = withTexts(
  async () => (await import("./pending-changes-notice.tsx")).PendingChangesNotice,
  "pending-changes",
);
