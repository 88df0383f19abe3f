import { type Defense, serverDefenses } from "./defense.ts";

const peerMonitor = "platform/realtime/bus/peer-monitor.test.ts";
const nextRequest = "features/auth/session/next-request.test.ts";
const modelEligibility = "features/ai/eligibility/model-eligibility.test.ts";

/** Returns an edit after which the given events no longer clear cached data. */
const withoutCachesOf = (...events: string[]) => ({
  file: "platform/events/event-publisher.ts",
  find: "  return declaration.caches.flatMap(",
  put: `  if (${JSON.stringify(events)}.includes(event.type)) return [];\n  return declaration.caches.flatMap(`,
});

/** Events that clear cached data but have no row below, each with the reason why no test could detect the removal. */
export const eventsWithoutRow: Readonly<Record<string, string>> = {
  "auth.session_unlocked":
    "the lock has already removed the session from the cache, and a locked one is not cached",
  "auth.session_ended": "recorded together with session.ended, which clears the same person",
  "user.two_factor_reset": "all sessions of the person end as well: session.ended",
  "user.password_set": "all sessions of the person end as well: session.ended",
  "user.password_reset": "all sessions of the person end as well: session.ended",
  "user.connections_reset": "all sessions of the person end as well: session.ended",
  "user.email_change_withdrawn": "all sessions of the person end as well, or the address was never in use",
  "user.email_changed": "the address is not part of the cached caller",
  "user.recovery_code_created": "a recovery code counts at a sign-in, not in an open session",
  "user.unlocked": "a locked account refuses sign-ins; its open sessions stay usable",
  "organization.imported":
    "the organization had been erased or never existed here, so no caller has it cached",
  "ai.stop_repeated": "nothing changes: it ends calls that an earlier stop missed",
};

/** Defenses that clear the cached callers affected by a change, so that revoked rights are not usable. */
export const staleRightsDefenses: readonly Defense[] = serverDefenses([
  {
    cases: ["N22"],
    guarantee: "a deactivation in one of two organizations is announced",
    ...withoutCachesOf("user.updated"),
    proof: [nextRequest, "an organization deactivates them"],
  },
  {
    cases: ["N23"],
    guarantee: "a changed role is announced",
    ...withoutCachesOf("user.role_changed"),
    proof: [nextRequest, "an organization lowers their role"],
  },
  {
    cases: ["N22"],
    guarantee: "a deletion is announced",
    ...withoutCachesOf("user.deleted", "session.ended"),
    proof: [nextRequest, "a deleted account"],
  },
  {
    cases: ["N22"],
    guarantee: "a transfer is announced",
    ...withoutCachesOf("user.transferred", "session.ended"),
    proof: [nextRequest, "ends with the next request: they are transferred"],
  },
  {
    cases: ["N22"],
    guarantee: "an undone transfer is announced",
    ...withoutCachesOf("user.transfer_undone", "session.ended"),
    proof: [nextRequest, "ends with the next request: their transfer is undone"],
  },
  {
    cases: ["N22"],
    guarantee: "an offboarding is announced",
    ...withoutCachesOf("staff.offboarding_completed", "session.ended"),
    proof: [nextRequest, "an organization offboards them at once"],
  },
  {
    cases: ["N22"],
    guarantee: "a changed end of access is announced",
    ...withoutCachesOf("staff.employment_changed", "staff.access_extended"),
    proof: [nextRequest, "begins with the next request: expired access is extended"],
  },
  {
    cases: ["N22"],
    guarantee: "the removal of a member is announced",
    ...withoutCachesOf("member.removed"),
    proof: [nextRequest, "an organization removes them"],
  },
  {
    cases: ["N22"],
    guarantee: "an accepted invitation is announced",
    ...withoutCachesOf("member.invitation_accepted"),
    proof: [nextRequest, "begins with the next request: the owner of an account accepts an invitation"],
  },
  {
    cases: ["N22"],
    guarantee: "a block is announced",
    ...withoutCachesOf("user.blocked"),
    proof: [nextRequest, "an organization blocks them"],
  },
  {
    cases: ["N22"],
    guarantee: "the end of a block is announced",
    ...withoutCachesOf("user.unblocked"),
    proof: [nextRequest, "begins with the next request: a block ends"],
  },
  {
    cases: ["N22"],
    guarantee: "a second factor that was set up is announced",
    ...withoutCachesOf("user.two_factor_enabled"),
    proof: [nextRequest, "the required second factor is set up"],
  },
  {
    cases: ["N22"],
    guarantee: "an added passkey is announced",
    ...withoutCachesOf("user.passkey_added"),
    proof: [nextRequest, "a passkey is added as the required second factor"],
  },
  {
    cases: ["N22"],
    guarantee: "a second factor that the user disables is announced",
    ...withoutCachesOf("user.two_factor_disabled", "session.ended"),
    proof: [
      nextRequest,
      "takes effect with the next request: a trusted device no longer replaces the factor",
    ],
  },
  {
    cases: ["N22", "N24"],
    guarantee: "a removed passkey is announced",
    ...withoutCachesOf("user.passkey_removed", "session.ended"),
    proof: [nextRequest, "ends the user's other sessions with the next request: a passkey"],
  },
  {
    cases: ["N22"],
    guarantee: "a fresh proof of identity is announced",
    ...withoutCachesOf("auth.stepped_up"),
    proof: [nextRequest, "R6-50 begins with the next request: the user proves their identity again"],
  },
  {
    cases: ["N22"],
    guarantee: "a changed password is announced",
    ...withoutCachesOf("user.password_changed"),
    proof: [nextRequest, "begins with the next request: the temporary password is replaced"],
  },
  {
    cases: ["N22", "N24"],
    guarantee: "ended sessions are announced",
    ...withoutCachesOf("session.ended"),
    proof: [nextRequest, "a sign-out"],
  },
  {
    cases: ["N22", "N24"],
    guarantee: "a locked screen is announced",
    ...withoutCachesOf("session.locked"),
    proof: [nextRequest, "a locked screen"],
  },
  {
    cases: ["N15"],
    guarantee: "a retired secret is announced",
    ...withoutCachesOf("session.renewed"),
    proof: [nextRequest, "is refused with the next request: its secret was retired"],
  },
  {
    cases: ["N22"],
    guarantee: "the caller is read again after activity",
    file: "features/auth/session/activity-recorder.ts",
    find: "if (isTouched) this.#dependencies.callers.cache.forgetPerson(personId);",
    put: "",
    proof: [nextRequest, "counts from the last request, not from the cached one"],
  },
  {
    cases: ["N22"],
    guarantee: "a refreshed session is read again",
    ...withoutCachesOf("session.renewed"),
    proof: [nextRequest, "counts from an extension, even for the previous token"],
  },
  {
    cases: ["N22"],
    guarantee: "the sockets of an expired session are notified",
    ...withoutCachesOf("session.expired"),
    proof: [nextRequest, "closes its sockets if a renewal comes after its idle limit"],
  },
  {
    cases: ["N22", "N23"],
    guarantee: "a person changed in another process is removed from the cache",
    file: "features/auth/create-auth.ts",
    find: "callers.cache.forgetPerson(String(personId))",
    put: "void personId",
    proof: [nextRequest, "a message about a person"],
  },
  {
    cases: ["N22", "N23"],
    guarantee: "an organization changed in another process is removed from the cache",
    file: "features/auth/create-auth.ts",
    find:
      '    if (typeof organizationId === "string") callers.cache.forgetOrganization(organizationId);\n' +
      "    else callers.cache.forgetAll();\n",
    put: "",
    proof: [nextRequest, "a message about an organization"],
  },
  {
    cases: ["N22", "N23"],
    guarantee: "cached callers are dropped after a gap on the bus",
    file: "features/auth/create-auth.ts",
    find: "bus.onGap(() => callers.cache.forgetAll());",
    put: "",
    proof: [nextRequest, "takes effect after the bus connection was interrupted"],
  },
  {
    cases: ["N22", "N23"],
    guarantee: "a blind process reloads its caches at each pulse",
    file: "platform/realtime/bus/peer-monitor.ts",
    find: "    if (isBlind || wasBlind) this.#reloadSoon();\n",
    put: "",
    proof: [
      peerMonitor,
      "R0-227 R0-228 a process is blind if it does not hear another one for 900 ms, and reloads every 500 ms",
    ],
  },
  {
    cases: ["N22", "N23"],
    guarantee: "a process detects from the register that it does not hear others",
    file: "platform/realtime/bus/peer-monitor.ts",
    find: "(others) => this.#watch.register(others),",
    put: "() => this.#watch.register([]),",
    proof: [peerMonitor, "R0-229 a process that starts in a partition"],
  },
  {
    cases: ["N22"],
    guarantee: "a changed state of an organization is announced",
    ...withoutCachesOf(
      "organization.suspended",
      "organization.reactivated",
      "organization.deleted",
      "organization.restored",
      "organization.updated",
    ),
    proof: [nextRequest, "applies to the next request: suspended, reactivated, deleted, restored, archived"],
  },
  {
    cases: ["N22"],
    guarantee: "the end of a contract is announced",
    ...withoutCachesOf("organization.contract_ended", "session.ended"),
    proof: [nextRequest, "the contract ends, until the operator withdraws the notice"],
  },
  {
    cases: ["N22"],
    guarantee: "a withdrawn notice is announced",
    ...withoutCachesOf("organization.notice_withdrawn"),
    proof: [nextRequest, "the contract ends, until the operator withdraws the notice"],
  },
  {
    cases: ["N22"],
    guarantee: "a new plan is announced",
    ...withoutCachesOf("organization.plan_changed"),
    proof: [nextRequest, "begins with the next request: an organization gets a plan after its trial"],
  },
  {
    cases: ["N23"],
    guarantee: "changed settings of an organization are announced",
    ...withoutCachesOf("organization.updated"),
    proof: [
      nextRequest,
      "R9-14 N23 includes session limits, which apply to the next request of every member",
    ],
  },
  {
    cases: ["N22", "N23"],
    guarantee: "a change is published before the response",
    file: "platform/db/run-write.ts",
    find: "  if (events !== undefined) database.onRecorded?.(events);\n",
    put: "",
    proof: ["platform/events/event-publisher.test.ts", "R0-314"],
  },
  {
    cases: ["N22", "N23"],
    guarantee: "other processes are notified of a changed person",
    file: "platform/events/event-publisher.ts",
    find: "personId === undefined ? [] : [[personChangedChannel, { personId }]]",
    put: "personId === undefined ? [] : []",
    proof: [nextRequest, "R6-50 N22 N23 is announced for people and organizations"],
  },
  {
    cases: ["N22", "N23"],
    guarantee: "other processes are notified of a changed organization",
    file: "platform/events/event-publisher.ts",
    find: "return [[organizationChangedChannel, id === null ? {} : { organizationId: id }]];",
    put: "return [];",
    proof: [nextRequest, "R6-50 N22 N23 is announced for people and organizations"],
  },
  {
    cases: ["N23"],
    guarantee: "a changed provider is announced",
    ...withoutCachesOf("ai.provider_updated"),
    proof: [modelEligibility, "R7a-16 follows changes of platform and organization"],
  },
  {
    cases: ["N23"],
    guarantee: "changed AI settings of an organization are announced",
    ...withoutCachesOf("ai.policy_changed", "ai.approval_changed"),
    proof: [modelEligibility, "R7a-16 follows changes of platform and organization"],
  },
  {
    cases: ["N23"],
    guarantee: "a changed AI switch is announced",
    ...withoutCachesOf("ai.stopped", "ai.resumed"),
    proof: [modelEligibility, "R7b-08 follows every switch and reports the widest"],
  },
  {
    cases: ["N23"],
    guarantee: "a changed quota is announced",
    ...withoutCachesOf("billing.quota_changed"),
    proof: [
      "features/billing/quota.test.ts",
      "R7b-07 every process drops its cached data: with a cost limit a price becomes required",
    ],
  },
  {
    cases: ["N23"],
    guarantee: "a changed provider of the demonstration is announced",
    ...withoutCachesOf("ai.provider_updated", "ai.provider_approved"),
    proof: [
      "features/demo/demo-ai.test.ts",
      "R7a-01 notifies every process of its address and of the organizations that approve it",
    ],
  },
  {
    cases: ["N23"],
    guarantee: "cached AI data is invalidated by changes",
    file: "features/ai/eligibility/model-eligibility.ts",
    find: "dependencies.bus.subscribe(aiChangedChannel, (payload) => this.#forget(payload));",
    put: "",
    proof: [modelEligibility, "R7b-08 follows every switch and reports the widest"],
  },
  {
    cases: ["N23"],
    guarantee: "cached organization data is invalidated by its id",
    file: "features/ai/eligibility/model-eligibility.ts",
    find: "return this.#organizations.forget(organizationId);",
    put: "return;",
    proof: [modelEligibility, "R7a-16 follows changes of platform and organization"],
  },
  {
    cases: ["N23"],
    guarantee: "cached organization data is invalidated by changed settings",
    file: "features/ai/eligibility/model-eligibility.ts",
    find:
      '      if (typeof organizationId === "string") this.#organizations.forget(organizationId);\n' +
      "      else this.#organizations.forgetAll();\n",
    put: "",
    proof: [modelEligibility, "R7x-09 follows a changed time zone of an organization"],
  },
]);
