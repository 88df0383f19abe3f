import { Secret, TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { makeBackupCodes, readBackupCode } from "./backup-codes.ts";
import { readRecoveryCode } from "../../directory/recovery-code.ts";
import { makeTotpSecret, matchingStep, otpauthUrl } from "./totp.ts";

const now = new Date("2026-03-01T10:00:10Z");
const step = Math.floor(now.getTime() / 30_000);
const codeAt = (secret: string, atStep: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: atStep * 30_000 });

describe("codes of an authenticator app", () => {
  it.each([-1, 0, 1])("R9-51 a code %i steps away is accepted and counts as its own step", (delta) => {
    const secret = makeTotpSecret();
    expect(matchingStep(secret, codeAt(secret, step + delta), now)).toBe(step + delta);
  });

  it.each([-2, 2])("R9-51 rejects a code %i steps away", (delta) => {
    const secret = makeTotpSecret();
    expect(matchingStep(secret, codeAt(secret, step + delta), now)).toBeUndefined();
  });

  it("see R7s-31 secrets have 160 bits and differ; the URL names the portal and the account", () => {
    const [first, second] = [makeTotpSecret(), makeTotpSecret()];
    expect(first).toMatch(/^[A-Z2-7]{32}$/);
    expect(first).not.toBe(second);
    const url = new URL(otpauthUrl(first, "mia@example.org"));
    expect([url.protocol, url.searchParams.get("secret"), url.searchParams.get("issuer")]).toEqual([
      "otpauth:",
      first,
      "Praxisportal",
    ]);
    expect(decodeURIComponent(url.pathname)).toContain("mia@example.org");
  });
});

describe("backup codes", () => {
  it("R7s-34 are ten numbered codes, each with 60 bits of entropy", () => {
    const codes = makeBackupCodes();
    expect(codes.map((code) => code[0])).toEqual([..."0123456789"]);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^\d(-[A-HJ-NP-Z2-9]{4}){3}$/);
  });

  it.each([
    ["4-K7QX-9M2P-WHTC", { slot: 4, code: "4K7QX9M2PWHTC" }],
    [" 4 k7qx 9m2p whtc ", { slot: 4, code: "4K7QX9M2PWHTC" }],
    ["4–K7QX—9M2P-WHTC", { slot: 4, code: "4K7QX9M2PWHTC" }],
    ["4-K7QX-9M2P-WHT", undefined],
    ["K-K7QX-9M2P-WHTC", undefined],
    ["١-K7QX-9M2P-WHTC", undefined],
  ])("R7s-14 reads %s", (typed, read) => {
    expect(readBackupCode(typed)).toEqual(read);
  });

  it("R7s-14 distinguishes a recovery code of the organization from a backup code", () => {
    expect(readRecoveryCode(" 1234 5678")).toBe("12345678");
    expect(readRecoveryCode("4-K7QX-9M2P-WHTC")).toBeUndefined();
    expect(readBackupCode("1234 5678")).toBeUndefined();
  });
});
