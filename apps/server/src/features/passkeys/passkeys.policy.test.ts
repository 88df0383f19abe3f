import { describe, expect, it } from "vitest";
import { counterMayFollow, mayRemove } from "./passkeys.policy.ts";

describe("the signature counter of a passkey", () => {
  it.each([
    [0, 0, true],
    [0, 1, true],
    [5, 6, true],
    [5, 900, true],
    [5, 5, false],
    [5, 4, false],
    [5, 0, false],
  ])("N17 %i followed by %i: %s", (stored, reported, isAllowed) => {
    expect(counterMayFollow(stored, reported)).toBe(isAllowed);
  });
});

describe("removing a passkey", () => {
  it.each([
    [{ passkeys: 0, app: false }, false, true],
    [{ passkeys: 0, app: false }, true, false],
    [{ passkeys: 1, app: false }, true, true],
    [{ passkeys: 0, app: true }, true, true],
  ])("see R7s-35 %j, required %s: %s", (remaining, isRequired, isAllowed) => {
    expect(mayRemove(remaining, isRequired)).toBe(isAllowed);
  });
});
