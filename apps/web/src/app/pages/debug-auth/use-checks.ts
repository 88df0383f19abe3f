import type { checkAuth } from "@praxisportal/contract/auth/auth.endpoints";
import type { CurrentWorkstation } from "@praxisportal/contract/workstation/workstation.schema";
import { useEffect, useState } from "react";
import { call } from "../../../platform/api-client/call.ts";
import { route } from "../../../platform/api-client/route.ts";
import { fetchWorkstation } from "../../../platform/session/lock/lock-screen.ts";

const checkRoute = route<typeof checkAuth>()("auth.checkAuth", "GET", "/api/v1/auth/check-auth");

/** Results of asynchronous checks. A result is undefined while pending, and null without a response. */
export type Checks = {
  /** True if the server recognizes this browser's session. */
  readonly recognized?: boolean | null;
  /** Time in ms by which this browser's clock is ahead of the server's. */
  readonly clockAheadMs?: number | null;
  readonly workstation?: CurrentWorkstation["workstation"] | "unreachable";
  /** True if the device has a built-in authenticator for passkeys, null if the browser does not support passkeys. */
  readonly ownPasskeys?: boolean | null;
};

async function checkServer(): Promise<Pick<Checks, "recognized" | "clockAheadMs">> {
  const before = Date.now();
  try {
    const response = await call(checkRoute, { background: true });
    // The server is assumed to have written its response halfway between request and arrival.
    const halfWay = (before + Date.now()) / 2;
    return {
      recognized: response.authenticated,
      clockAheadMs: Math.round(halfWay - Date.parse(response.serverTime)),
    };
  } catch {
    return { recognized: null, clockAheadMs: null };
  }
}

async function fetchWorkstationState(): Promise<NonNullable<Checks["workstation"]> | null> {
  try {
    return (await fetchWorkstation({ background: true })).workstation;
  } catch {
    return "unreachable";
  }
}

async function fetchHasPasskeys(): Promise<boolean | null> {
  if (!("PublicKeyCredential" in window)) return null;
  return PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false);
}

async function runChecks(): Promise<Checks> {
  const [server, workstation, ownPasskeys] = await Promise.all([
    checkServer(),
    fetchWorkstationState(),
    fetchHasPasskeys(),
  ]);
  return { ...server, workstation, ownPasskeys };
}

/** Returns the results and a function to run the checks again. Earlier results are kept until the new ones arrive. */
export function useChecks(): { checks: Checks; running: boolean; round: number; rerun: () => void } {
  const [state, setState] = useState<{ checks: Checks; completedRound: number }>({
    checks: {},
    completedRound: 0,
  });
  const [round, setRound] = useState(1);
  useEffect(() => {
    let isOutdated = false;
    void runChecks().then((checks) => {
      if (!isOutdated) setState({ checks, completedRound: round });
    });
    return () => {
      isOutdated = true;
    };
  }, [round]);
  return {
    checks: state.checks,
    running: state.completedRound < round,
    round: state.completedRound,
    rerun: () => setRound(round + 1),
  };
}
