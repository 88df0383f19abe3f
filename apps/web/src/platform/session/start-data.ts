import type { getStart } from "@praxisportal/contract/start/start.endpoints";
import type { Start } from "@praxisportal/contract/start/start.schema";
import { call } from "../api-client/call.ts";
import { route } from "../api-client/route.ts";
import { onPersonDataCleared } from "../storage/person-data.ts";
import { sessionStore } from "./session.store.ts";

const startRoute = route<typeof getStart>()("start.get", "GET", "/api/v1/users/me/start");

/** Time for which a part counts as fresh, in ms. */
const freshMs = 15_000;
/** Timeout of the call, in ms. After it, each part is loaded by its own call. */
const timeoutMs = 5_000;
/** Parts that a change elsewhere makes outdated. */
const changingParts: readonly (keyof Start)[] = ["organization", "organizations", "userStatistics"];

type StartResponse = { readonly parts: Partial<Start>; readonly receivedAt: number };

type StartRequest = {
  readonly userId: string;
  readonly organizationId: string | undefined;
  /** Null if the call failed. */
  readonly response: Promise<StartResponse | null>;
  /** True if something changed since the call was made. */
  isOutdated: boolean;
};

/** The call of the current sign-in. */
let lastRequest: StartRequest | null = null;

async function load(): Promise<StartResponse | null> {
  try {
    return {
      parts: await call(startRoute, { background: true, signal: AbortSignal.timeout(timeoutMs) }),
      receivedAt: Date.now(),
    };
  } catch {
    return null;
  }
}

/**
 * Takes a part of the data that every page of a signed-in user needs. The first request for a part loads all parts in
 * one call. Returns null if the part was already taken, is not fresh or outdated, belongs to an organization other than
 * `organizationId`, or could not be loaded. The caller must then load it by its own call.
 */
export async function takeStart<Part extends keyof Start>(
  part: Part,
  organizationId = sessionStore.getState().organization?.id,
): Promise<Start[Part] | null> {
  const { status, restriction, user, organization } = sessionStore.getState();
  if (status !== "signedIn" || restriction !== null || user === null) return null;
  if (lastRequest?.userId !== user.id) {
    lastRequest = { userId: user.id, organizationId: organization?.id, response: load(), isOutdated: false };
  }
  if (lastRequest.organizationId !== organizationId) return null;
  const current = lastRequest;
  const response = await current.response;
  if (response === null || lastRequest !== current || Date.now() - response.receivedAt > freshMs) return null;
  if (current.isOutdated && changingParts.includes(part)) return null;
  const value = response.parts[part] ?? null;
  delete response.parts[part];
  return value;
}

/**
 * Returns a part that no other call loads. If it cannot be taken, for example for another organization, makes a new
 * call.
 */
export async function readStart<Part extends keyof Start>(part: Part): Promise<Start[Part]> {
  return (await takeStart(part)) ?? (await call(startRoute, { background: true }))[part];
}

/** Discards the parts that a change elsewhere makes outdated. Their own calls load them when they are needed. */
export function discardOutdatedStart(): void {
  if (lastRequest !== null) lastRequest.isOutdated = true;
}

onPersonDataCleared(() => {
  lastRequest = null;
});
