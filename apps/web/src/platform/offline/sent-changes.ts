import { isRecord } from "../storage/browser-storage.ts";
import { sessionStore } from "../session/session.store.ts";

const channelName = "sentChanges";
const userId = () => sessionStore.getState().user?.id;

/** Tells this tab and the others of the browser how many of the user's changes made offline were sent. */
export function announceSent(count: number): void {
  if (count === 0) return;
  // This also reaches the listeners of this tab, because they use another channel object.
  const channel = new BroadcastChannel(channelName);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  channel.postMessage({ count, userId: userId() });
  channel.close();
}

/** Calls the listener when a tab has sent changes of the signed-in user. Returns a function that stops it. */
export function onSent(listener: (count: number) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (!isRecord(data) || data["userId"] !== userId()) return;
    if (typeof data["count"] === "number") listener(data["count"]);
  });
  return () => channel.close();
}
