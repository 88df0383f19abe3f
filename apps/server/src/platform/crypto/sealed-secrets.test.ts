import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deriveKeys, keyIdOf, open, seal } from "./sealed-secrets.ts";

const { sealing: key, refresh } = deriveKeys(Buffer.alloc(32, 7));
const otherKey = { present: refresh };

describe("sealed secrets", () => {
  it("are opened to the original text, for any text and row", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (secret, row) => {
        expect(open(key, row, seal(key, row, secret))).toBe(secret);
      }),
    );
  });

  it("cannot be opened in another row, so that a copied column is useless as a second factor", () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (one, two) => {
        fc.pre(one !== two);
        const sealed = seal(key, `two_factor:${one}`, "JBSWY3DPEHPK3PXP");
        expect(() => open(key, `two_factor:${two}`, sealed)).toThrow(/authenticat|sealed secret/);
      }),
    );
  });

  it("cannot be opened if any bit of version, key id, nonce, text or tag was changed", () => {
    const sealed = seal(key, "row", "JBSWY3DPEHPK3PXP");
    for (let index = 0; index < sealed.length; index += 1) {
      for (const bit of [1, 128]) {
        const broken = Buffer.from(sealed);
        broken[index] = (broken[index] ?? 0) ^ bit;
        expect(() => open(key, "row", broken), `byte ${index}`).toThrow(/authenticat|sealed secret/);
      }
    }
  });

  it("cannot be opened if truncated or extended anywhere", () => {
    const sealed = seal(key, "row", "secret");
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => open(key, "row", sealed.subarray(0, length)), `${length} bytes`).toThrow(
        /authenticat|sealed secret/,
      );
    }
    expect(() => open(key, "row", Buffer.concat([sealed, Buffer.from([0])]))).toThrow(
      /authenticat|sealed secret/,
    );
  });

  it("cannot be opened with another key, and the error names the right key", () => {
    const sealed = seal(key, "row", "secret");
    expect(() => open(otherKey, "row", sealed)).toThrow(/authenticat|sealed secret/);
    expect(sealed.subarray(1, 5)).toEqual(keyIdOf(key.present));
    expect(keyIdOf(key.present)).not.toEqual(keyIdOf(refresh));
  });

  it("can be opened with the previous key until they are sealed with the current one", () => {
    const sealed = seal(key, "row", "secret");
    const rotated = deriveKeys(Buffer.alloc(32, 8), Buffer.alloc(32, 7)).sealing;
    expect(open(rotated, "row", sealed)).toBe("secret");
    const resealed = seal(rotated, "row", "secret");
    expect(open(deriveKeys(Buffer.alloc(32, 8)).sealing, "row", resealed)).toBe("secret");
    expect(() => open(key, "row", resealed)).toThrow("sealed secret has an unknown key");
  });

  it("are never equal and do not contain the secret", () => {
    const sealedValues = Array.from({ length: 50 }, () =>
      seal(key, "row", "JBSWY3DPEHPK3PXP").toString("hex"),
    );
    expect(new Set(sealedValues).size).toBe(50);
    expect(sealedValues[0]).not.toContain(Buffer.from("JBSWY3DPEHPK3PXP").toString("hex"));
  });
});

describe("derived keys", () => {
  it("differ by purpose and by master key, and are the same after a restart", () => {
    const again = deriveKeys(Buffer.alloc(32, 7));
    expect(again.sealing).toEqual(key);
    expect(again.refresh).toEqual(refresh);
    expect(key.present).not.toEqual(refresh);
    expect(deriveKeys(Buffer.alloc(32, 8)).sealing).not.toEqual(key);
    expect(key.present).toHaveLength(32);
  });
});
