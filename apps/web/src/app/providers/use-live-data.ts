import { useEffect } from "react";
import { startRealtime } from "../../platform/realtime/realtime.ts";
import { useRealtimeEvent } from "../../platform/realtime/use-realtime.ts";
import { queryClient } from "./query-client.ts";

/** A message names what changed, never its content: what is shown is asked for anew, under the person's rights. */
function refresh(): void {
  void queryClient.invalidateQueries({ queryKey: ["organizations"] });
}

/** Keeps the connection for live updates while the frame is shown and lets pages follow it. */
export function useLiveData(): void {
  useEffect(() => startRealtime(), []);
  useRealtimeEvent("userUpdate", refresh);
  useRealtimeEvent("organizationUpdate", refresh);
}
