import type {
  getAlarm,
  getOwnPin,
  raiseAlarm as raiseAlarmEndpoint,
  removePin as removePinEndpoint,
  setPin as setPinEndpoint,
  signInWithPin as signInWithPinEndpoint,
} from "@praxisportal/contract/workstation/workstation.endpoints";
import type { BodyInputOf } from "@praxisportal/contract/endpoint";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";
import { completeSignIn } from "../../platform/session/session.actions.ts";

const ownPinRoute = route<typeof getOwnPin>()("workstation.getOwnPin", "GET", "/api/v1/auth/pin");
const setRoute = route<typeof setPinEndpoint>()("workstation.setPin", "PUT", "/api/v1/auth/pin");
const removeRoute = route<typeof removePinEndpoint>()("workstation.removePin", "DELETE", "/api/v1/auth/pin");
const signInRoute = route<typeof signInWithPinEndpoint>()(
  "workstation.signInWithPin",
  "POST",
  "/api/v1/auth/workstation/pin",
);
const alarmRoute = route<typeof raiseAlarmEndpoint>()(
  "workstation.raiseAlarm",
  "POST",
  "/api/v1/auth/workstation/alarm",
);
const alarmStateRoute = route<typeof getAlarm>()(
  "workstation.getAlarm",
  "GET",
  "/api/v1/auth/workstation/alarm/{alarmId}",
);

/** The user of a tile, or the user with a typed username. */
export type PinUser = { readonly userId: string } | { readonly username: string };

/** Query for the user's own PIN on this workstation. */
export const ownPinQuery = queryOptions({
  queryKey: ["own-pin"],
  queryFn: ({ signal }) => call(ownPinRoute, { signal }),
});

/** @throws ApiError STEP_UP_REQUIRED, PIN_NEEDS_SHARED_WORKSTATION … */
export async function setPin(pin: string): Promise<void> {
  await call(setRoute, { body: { pin } });
}

/** Removes the user's PINs on all workstations. */
export async function removePin(): Promise<void> {
  await call(removeRoute);
}

/** Switches to the user of a PIN. @throws ApiError PIN_INCORRECT, PIN_LOCKED, NOT_FOUND. */
export async function signInWithPin(user: PinUser, pin: string): Promise<void> {
  await completeSignIn(await call(signInRoute, { body: { ...user, pin } }));
}

/** The user who is locked out, if known: by the tile or the typed name. */
export type LockedUser = BodyInputOf<typeof raiseAlarmEndpoint>;

/** Calls for help from this workstation. Returns the id of the alarm. */
export async function raiseAlarm(user: LockedUser): Promise<string> {
  const { id } = await call(alarmRoute, { body: user });
  return id;
}

/** Returns whether the user who called for help has been unlocked. */
export async function isUnlocked(alarmId: string, signal: AbortSignal): Promise<boolean> {
  const { unlocked } = await call(alarmStateRoute, { params: { alarmId }, signal, background: true });
  return unlocked;
}
