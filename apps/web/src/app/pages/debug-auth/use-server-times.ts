import { useEffect, useState } from "react";
import { realtimeRequest } from "../../../platform/realtime/realtime.ts";
import { useRealtimeState } from "../../../platform/realtime/use-realtime.ts";
import { isRecord } from "../../../platform/storage/browser-storage.ts";

/**
 * Returns when the server ends the session, requested over the live connection, which a request over HTTP would keep
 * alive. Null while there is no connection.
 */
export function useServerEnd(): string | null {
  const isConnected = useRealtimeState() === "connected";
  const [end, setEnd] = useState<string | null>(null);
  useEffect(() => {
    if (!isConnected) return;
    let isLeft = false;
    realtimeRequest("session.times", {}).then(
      (answer) => {
        const absolute = isRecord(answer) ? answer["absoluteExpiresAt"] : undefined;
        if (!isLeft && typeof absolute === "string") setEnd(absolute);
      },
      // The row is then hidden; the state of the connection says why.
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, [isConnected]);
  return isConnected ? end : null;
}
