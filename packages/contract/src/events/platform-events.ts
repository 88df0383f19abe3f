import { defineEvent } from "./event.ts";

/** AI providers and switches, and the platform's operator. */
export const platformEvents = {
  "ai.provider_updated": defineEvent({
    name: "ai.provider_updated",
    ids: ["provider"],
    isPublic: false,
    live: { event: "aiEvent", to: "everyone", data: { cause: "provider_updated" } },
    caches: ["ai"],
  }),
  "ai.approval_changed": defineEvent({
    name: "ai.approval_changed",
    ids: ["organizationId"],
    isPublic: false,
    live: { event: "aiEvent", to: "organization", data: { cause: "approval_changed" } },
    caches: ["ai"],
  }),
  "ai.policy_changed": defineEvent({
    name: "ai.policy_changed",
    ids: ["organizationId"],
    isPublic: false,
    live: { event: "aiEvent", to: "organization", data: { cause: "policy_changed" } },
    caches: ["ai"],
  }),
  "ai.stopped": defineEvent({
    name: "ai.stopped",
    ids: [],
    isPublic: false,
    live: { event: "aiEvent", to: "organizationOrEveryone", data: { cause: "stopped" } },
    caches: ["ai", "aiCalls"],
  }),
  "ai.resumed": defineEvent({
    name: "ai.resumed",
    ids: [],
    isPublic: false,
    live: { event: "aiEvent", to: "organizationOrEveryone", data: { cause: "resumed" } },
    caches: ["ai"],
  }),
  "platform.organization_opened": defineEvent({
    name: "platform.organization_opened",
    ids: [],
    isPublic: false,
    live: null,
    caches: [],
  }),
  "platform.members_viewed": defineEvent({
    name: "platform.members_viewed",
    ids: [],
    isPublic: false,
    live: null,
    caches: [],
  }),
  "platform.setup_completed": defineEvent({
    name: "platform.setup_completed",
    ids: [],
    isPublic: false,
    live: null,
    caches: [],
  }),
  "platform.plan_added": defineEvent({
    name: "platform.plan_added",
    ids: [],
    isPublic: false,
    live: null,
    caches: [],
  }),
  "platform.plan_removed": defineEvent({
    name: "platform.plan_removed",
    ids: [],
    isPublic: false,
    live: null,
    caches: [],
  }),
  "platform.demo_created": defineEvent({
    name: "platform.demo_created",
    ids: [],
    isPublic: false,
    live: null,
    caches: [],
  }),
  "platform.demo_removed": defineEvent({
    name: "platform.demo_removed",
    ids: [],
    isPublic: false,
    live: null,
    caches: [],
  }),
} as const;
