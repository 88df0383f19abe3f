import type { Invalidations } from "../../platform/events/event-publisher.ts";

/**
 * `{ organizationId }` or `{}`: the AI configuration of an organization or of the platform changed: providers, prices,
 * approvals, policies, limits, switches. Subscribers reload their caches.
 */
export const aiChangedChannel = "ai.changed";
/**
 * A `StopScope`: the AI was stopped, and running calls in its scope end now. `{ scope: "platform" }`, `{ scope:
 * "provider", provider }` with the key of the provider, `{ scope: "organization", organizationId }`, or `{ scope:
 * "person", organizationId, personId }`. After a gap, subscribers read the current state of the switches.
 */
export const aiStoppedChannel = "ai.stopped";

/** The AI's caches and calls that an event invalidates on every process. */
export const aiInvalidations: Pick<Invalidations, "ai" | "aiCalls"> = {
  ai: ({ organizationId }) => [[aiChangedChannel, addressOf(organizationId)]],
  // The scope of a switch: the platform, a provider, an organization or a person in one.
  aiCalls: ({ personId, organizationId, data }) => [
    [aiStoppedChannel, { ...data, ...addressOf(organizationId), ...(personId && { personId }) }],
  ],
};

function addressOf(organizationId: string | null) {
  return organizationId === null ? {} : { organizationId };
}
