import { isRecord } from "../storage/browser-storage.ts";

/**
 * Server events (specification, section 7). Their data contains only ids. Pages fetch the displayed data by API calls.
 */
export const serverEvents = [
  "notification",
  "usageUpdate",
  "organizationUpdate",
  "userUpdate",
  "systemAlert",
  "aiEvent",
  "billingEvent",
  "forceLogout",
  "sessionExpiryWarning",
] as const;
export type ServerEvent = (typeof serverEvents)[number];

export type EventData = Readonly<Record<string, unknown>>;

/** Frames sent by the client. */
export type OutgoingFrame =
  | { readonly type: "ping" }
  | { readonly type: "pong" }
  | { readonly type: "auth"; readonly token: string }
  | {
      readonly type: "request";
      readonly requestId: string;
      readonly requestType: string;
      readonly data: unknown;
    };

/** Frames that the client handles. */
export type IncomingFrame =
  | { readonly type: "ping" }
  | { readonly type: "pong" }
  | { readonly type: "auth"; readonly ok: boolean }
  | { readonly type: "event"; readonly event: ServerEvent; readonly data: EventData }
  | { readonly type: "response"; readonly requestId: string; readonly data: unknown; readonly error: unknown }
  | { readonly type: "error"; readonly data: EventData };

/** Parses a frame. Returns null for unknown frames, which a newer server may send. */
export function readFrame(text: unknown): IncomingFrame | null {
  const frame = parseJson(text);
  if (!isRecord(frame)) return null;
  const data = isRecord(frame["data"]) ? frame["data"] : {};
  switch (frame["type"]) {
    case "ping":
    case "pong":
      return { type: frame["type"] };
    case "auth":
      return { type: "auth", ok: frame["ok"] === true };
    case "event": {
      const event = serverEvents.find((name) => name === frame["event"]);
      return event === undefined ? null : { type: "event", event, data };
    }
    case "response": {
      const { requestId } = frame;
      if (typeof requestId !== "string") return null;
      return { type: "response", requestId, data: frame["data"], error: frame["error"] };
    }
    case "error":
      return { type: "error", data: frame };
    default:
      return null;
  }
}

function parseJson(text: unknown): unknown {
  if (typeof text !== "string") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
