import { expect, it } from "vitest";
import { stateOf } from "./token-labels.ts";

const now = Date.parse("2026-03-02T08:00:00Z");
const dayMs = 86_400_000;

it.each([
  [dayMs, "active", "expiring"],
  [dayMs + 1, "active", "active"],
  [1, "revoked", "revoked"],
  [-1, "expired", "expired"],
] as const)("see R9-32 a token with %d ms left and the status %s is shown as %s", (leftMs, status, state) => {
  const expiresAt = new Date(now + leftMs).toISOString();
  const token = { status, tokens: { refreshToken: { expiresAt } } } as Parameters<typeof stateOf>[0];
  expect(stateOf(token, now)).toBe(state);
});
