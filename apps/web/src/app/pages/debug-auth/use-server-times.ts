import { useEffect, useState } from "react";
import { realtimeRequest } from "../../../platform/realtime/realtime.ts";
import { useRealtimeState } from "../../../platform/realtime/use-realtime.ts";
import { isRecord } from "../../../platform/storage/browser-storage.ts";

/**
 * Returns the time at which the server ends the session, or null while there is no live connection. It is requested
 * over that connection, because an HTTP request would extend the session.
 */
export function useServerEnd(): string | null {
  const isConnected = useRealtimeState() === "connected";
  const [end, setEnd] = useState<string | null>(null);
  useEffect(() => {
    if (!isConnected) return;
    let isUnmounted = false;
    realtimeRequest("session.times", {}).then(
      (response) => {
        const absolute = isRecord(response) ? response["absoluteExpiresAt"] : undefined;
        if (!isUnmounted && typeof absolute === "string") setEnd(absolute);
      },
      // Then the row is hidden, and the state of the connection explains the reason.
      () => undefined,
    );
    return () => {
      isUnmounted = true;
    };
  }, [isConnected]);
  return isConnected ? end : null;
}
