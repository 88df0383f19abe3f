import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deriveRefreshSecret, hashToken, makeToken } from "./tokens.ts";

const key = Buffer.alloc(32, 1);
const device = "01890000-0000-7000-8000-000000000001";

describe("tokens", () => {
  it("R7s-41 are 32 random bytes in base64url", () => {
    const tokens = Array.from({ length: 1_000 }, makeToken);
    expect(new Set(tokens).size).toBe(1_000);
    for (const token of tokens) {
      expect(token).toMatch(/^[\w-]{43}$/);
      expect(Buffer.from(token, "base64url")).toHaveLength(32);
    }
  });

  it("R7s-41 are stored as SHA-256", () => {
    const token = makeToken();
    expect(hashToken(token)).toEqual(createHash("sha256").update(token).digest());
  });
});

describe("refresh secrets", () => {
  it("see R7s-19 are always the same for one generation, so that a lost response can be repeated", () => {
    expect(deriveRefreshSecret(key, device, 5)).toBe(deriveRefreshSecret(Buffer.from(key), device, 5));
    expect(deriveRefreshSecret(key, device, 5)).toMatch(/^[\w-]{43}$/);
  });

  it("differ by device, generation and key", () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), fc.nat(), fc.nat(), (one, two, left, right) => {
        fc.pre(one !== two || left !== right);
        expect(deriveRefreshSecret(key, one, left)).not.toBe(deriveRefreshSecret(key, two, right));
        expect(deriveRefreshSecret(key, one, left)).not.toBe(
          deriveRefreshSecret(Buffer.alloc(32, 2), one, left),
        );
      }),
    );
  });
});
