import type { SessionTimes } from "../../../platform/request-context/caller.ts";

/** The secrets of a new session, returned once. */
export type IssuedSession = SessionTimes & {
  sessionId: string;
  accessToken: string;
  accessTokenExpiresAt: Date;
  /** Secret of the device: the cookie of a browser, the refresh token of another client. */
  deviceSecret: string;
  kind: "browser" | "client";
};

/** A session that has just ended. */
export type EndedSession = { id: string; person_id: string; device_id: string };
