import { defineEvent } from "./event.ts";

/** Joining and leaving an organization. */
export const staffEvents = {
  "staff.onboarding_started": defineEvent({
    name: "staff.onboarding_started",
    ids: ["userId"],
    isPublic: true,
    live: { event: "userUpdate", to: "organization" },
    caches: [],
  }),
  "staff.employment_changed": defineEvent({
    name: "staff.employment_changed",
    ids: ["userId"],
    isPublic: true,
    live: { event: "userUpdate", to: "organization" },
    caches: ["person"],
  }),
  "staff.access_extended": defineEvent({
    name: "staff.access_extended",
    ids: ["userId"],
    isPublic: true,
    live: { event: "userUpdate", to: "organization" },
    caches: ["person"],
  }),
  "staff.offboarding_planned": defineEvent({
    name: "staff.offboarding_planned",
    ids: ["userId"],
    isPublic: true,
    live: { event: "userUpdate", to: "organization" },
    caches: [],
  }),
  "staff.offboarding_changed": defineEvent({
    name: "staff.offboarding_changed",
    ids: ["userId"],
    isPublic: true,
    live: { event: "userUpdate", to: "organization" },
    caches: [],
  }),
  "staff.offboarding_cancelled": defineEvent({
    name: "staff.offboarding_cancelled",
    ids: ["userId"],
    isPublic: true,
    live: { event: "userUpdate", to: "organization" },
    caches: [],
  }),
  "staff.offboarding_blocked": defineEvent({
    name: "staff.offboarding_blocked",
    ids: ["userId"],
    isPublic: false,
    live: null,
    caches: [],
  }),
  "staff.offboarding_completed": defineEvent({
    name: "staff.offboarding_completed",
    ids: ["userId"],
    isPublic: true,
    live: { event: "userUpdate", to: "organization" },
    caches: ["person"],
  }),
  "staff.checklist_item_checked": defineEvent({
    name: "staff.checklist_item_checked",
    ids: ["userId"],
    isPublic: false,
    live: { event: "userUpdate", to: "organization" },
    caches: [],
  }),
  "staff.checklist_item_unchecked": defineEvent({
    name: "staff.checklist_item_unchecked",
    ids: ["userId"],
    isPublic: false,
    live: { event: "userUpdate", to: "organization" },
    caches: [],
  }),
  "staff.template_changed": defineEvent({
    name: "staff.template_changed",
    ids: [],
    isPublic: false,
    live: null,
    caches: [],
  }),
} as const;
