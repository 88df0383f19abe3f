import { defineEvent } from "./event.ts";

/** Signing in and out, sessions, and tokens of applications. */
export const sessionEvents = {
  "auth.login": defineEvent({ name: "auth.signed_in", ids: [], isPublic: false, live: null, caches: [] }),
  "auth.logout": defineEvent({ name: "auth.signed_out", ids: [], isPublic: false, live: null, caches: [] }),
  "auth.refresh_reused": defineEvent({
    name: "auth.refresh_reused",
    ids: [],
    isPublic: false,
    live: null,
    caches: [],
  }),
  "auth.step_up": defineEvent({
    name: "auth.stepped_up",
    ids: [],
    isPublic: false,
    live: null,
    caches: ["person"],
  }),
  "auth.session_locked": defineEvent({
    name: "auth.session_locked",
    ids: [],
    isPublic: false,
    live: null,
    caches: [],
  }),
  "auth.session_unlocked": defineEvent({
    name: "auth.session_unlocked",
    ids: [],
    isPublic: false,
    live: null,
    caches: ["person"],
  }),
  "auth.session_ended": defineEvent({
    name: "auth.session_ended",
    ids: ["userId"],
    isPublic: false,
    live: { event: "userUpdate", to: "organization" },
    caches: ["person"],
  }),
  "auth.password_reset_requested": defineEvent({
    name: "auth.password_reset_requested",
    ids: [],
    isPublic: false,
    live: null,
    caches: [],
  }),
  "token.created": defineEvent({ name: "token.created", ids: [], isPublic: false, live: null, caches: [] }),
  "token.revoked": defineEvent({ name: "token.revoked", ids: [], isPublic: false, live: null, caches: [] }),
  "token.refresh_reused": defineEvent({
    name: "token.refresh_reused",
    ids: [],
    isPublic: false,
    live: null,
    caches: [],
  }),
  "token.organization_revoked": defineEvent({
    name: "token.organization_revoked",
    ids: [],
    isPublic: false,
    live: null,
    caches: [],
  }),
  "token.cleaned_up": defineEvent({
    name: "token.cleaned_up",
    ids: [],
    isPublic: false,
    live: null,
    caches: [],
  }),
  "token.exported": defineEvent({ name: "token.exported", ids: [], isPublic: false, live: null, caches: [] }),
} as const;
