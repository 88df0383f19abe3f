import { defineEvent } from "./event.ts";

/** Events of webhooks. None is public, so that no webhook receives events about webhooks. */
export const webhookEvents = {
  "webhook.created": defineEvent({
    name: "webhook.created",
    ids: ["webhookId"],
    isPublic: false,
    live: { event: "organizationUpdate", to: "organization" },
    caches: [],
  }),
  "webhook.updated": defineEvent({
    name: "webhook.updated",
    ids: ["webhookId"],
    isPublic: false,
    live: { event: "organizationUpdate", to: "organization" },
    caches: [],
  }),
  "webhook.deleted": defineEvent({
    name: "webhook.deleted",
    ids: ["webhookId"],
    isPublic: false,
    live: { event: "organizationUpdate", to: "organization" },
    caches: [],
  }),
  "webhook.secret_rotated": defineEvent({
    name: "webhook.secret_rotated",
    ids: ["webhookId"],
    isPublic: false,
    live: { event: "organizationUpdate", to: "organization" },
    caches: [],
  }),
  "webhook.resent": defineEvent({
    name: "webhook.resent",
    ids: ["webhookId"],
    isPublic: false,
    live: { event: "organizationUpdate", to: "organization" },
    caches: [],
  }),
  "webhook.replayed": defineEvent({
    name: "webhook.replayed",
    ids: ["webhookId"],
    isPublic: false,
    live: { event: "organizationUpdate", to: "organization" },
    caches: [],
  }),
  "webhook.disabled": defineEvent({
    name: "webhook.disabled",
    ids: ["webhookId"],
    isPublic: false,
    live: { event: "organizationUpdate", to: "organization" },
    caches: [],
  }),
} as const;
