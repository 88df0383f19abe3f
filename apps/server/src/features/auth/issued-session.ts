import type { SessionTimes } from "../../platform/request-context/caller.ts";
import type { RequestOrigin } from "../../platform/request-context/request-context.ts";

/** The secrets of a new session, shown once. */
export type IssuedSession = SessionTimes & {
  sessionId: string;
  accessToken: string;
  accessTokenExpiresAt: Date;
  /** Secret of the device: the cookie of a browser, the refresh token of another client. */
  deviceSecret: string;
  kind: "browser" | "client";
};

/** A session that has just begun, and its effects on others. */
export type StartedSession = {
  session: IssuedSession;
  personId: string;
  deviceId: string;
  /** Sessions that it ended. */
  replaced: EndedSession[];
  /** Sessions of other users that it locked. */
  locked: EndedSession[];
  /** The user's sessions elsewhere that are notified of a sign-in on a new device. */
  notifiedSessionIds: readonly string[];
  origin: RequestOrigin;
};

/** A session that has just ended. */
export type EndedSession = { id: string; person_id: string; device_id: string };
