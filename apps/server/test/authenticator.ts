import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { TestApp } from "./test-app.ts";

type Options = { challengeId: string; options: Record<string, unknown> };
type Value = number | string | Buffer | Map<number | string, Value>;

/** Invalid values that replace the correct ones in a response. */
export type Tampering = {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  crossOrigin?: boolean;
  userHandle?: string | undefined;
  credentialId?: Buffer;
  /** False if user verification is missing, as with a security key that is only touched. */
  verified?: boolean;
  /** False if user presence is missing. */
  present?: boolean;
  counter?: number;
  /** Signs with a key other than the passkey's. */
  otherKey?: boolean;
  /** Attestation format and statement of a registration. */
  attestation?: { fmt: string; attStmt: Map<string, Value> };
};

/** Encodes the few CBOR types that an authenticator writes. */
function cbor(value: Value): Buffer {
  if (typeof value === "number") return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === "string")
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, item]) => [cbor(key), cbor(item)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

function head(major: number, length: number): Buffer {
  const type = major << 5;
  if (length < 24) return Buffer.from([type | length]);
  if (length < 256) return Buffer.from([type | 24, length]);
  return Buffer.from([type | 25, length >> 8, length & 255]);
}

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest();
const flag = { present: 0x01, verified: 0x04, mayBeCopied: 0x08, isCopied: 0x10, hasKey: 0x40 };

/**
 * Software passkey with P-256, discoverable, with an increasing counter. Its responses are valid unless a call tampers
 * with them.
 */
export class Authenticator {
  readonly credentialId = randomBytes(32);
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly #testApp: TestApp;
  /** Whether it is synced between devices. Such a passkey has no counter. */
  readonly synced: boolean;
  counter = 0;
  userHandle: string | undefined;

  constructor(testApp: TestApp, synced = false) {
    this.#testApp = testApp;
    this.synced = synced;
  }

  /** Returns the response to a registration. */
  create({ challengeId, options }: Options, tampering: Tampering = {}) {
    this.userHandle = (options["user"] as { id: string }).id;
    const id = tampering.credentialId ?? this.credentialId;
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    const key = new Map<number, Value>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]);
    const length = Buffer.from([id.length >> 8, id.length & 255]);
    const authData = Buffer.concat([
      this.#authenticatorData(tampering, flag.hasKey),
      Buffer.alloc(16),
      length,
      id,
      cbor(key),
    ]);
    const { fmt, attStmt } = tampering.attestation ?? { fmt: "none", attStmt: new Map<string, Value>() };
    const attestation = new Map<string, Value>([
      ["fmt", fmt],
      ["attStmt", attStmt],
      ["authData", authData],
    ]);
    return this.#answer(challengeId, id, {
      clientDataJSON: this.#clientData("webauthn.create", options, tampering).toString("base64url"),
      attestationObject: cbor(attestation).toString("base64url"),
      transports: ["internal", "hybrid", "made-up"],
    });
  }

  /** Returns the response to a challenge. */
  authenticate({ challengeId, options }: Options, tampering: Tampering = {}) {
    if (!this.synced) this.counter += 1;
    const clientData = this.#clientData("webauthn.get", options, tampering);
    const authenticatorData = this.#authenticatorData(tampering, 0);
    const key = tampering.otherKey
      ? generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey
      : createPrivateKey(this.#keys.privateKey.export({ format: "pem", type: "pkcs8" }));
    const userHandle = "userHandle" in tampering ? tampering.userHandle : this.userHandle;
    return this.#answer(challengeId, tampering.credentialId ?? this.credentialId, {
      clientDataJSON: clientData.toString("base64url"),
      authenticatorData: authenticatorData.toString("base64url"),
      signature: sign("sha256", Buffer.concat([authenticatorData, sha256(clientData)]), key).toString(
        "base64url",
      ),
      ...(userHandle === undefined ? {} : { userHandle }),
    });
  }

  #answer(challengeId: string, credentialId: Buffer, response: Record<string, unknown>) {
    const id = credentialId.toString("base64url");
    return {
      challengeId,
      response: { id, rawId: id, type: "public-key", clientExtensionResults: {}, response },
    };
  }

  #clientData(type: string, options: Record<string, unknown>, tampering: Tampering): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: tampering.type ?? type,
        challenge: tampering.challenge ?? options["challenge"],
        origin: tampering.origin ?? this.#testApp.origin,
        crossOrigin: tampering.crossOrigin ?? false,
      }),
    );
  }

  #authenticatorData(tampering: Tampering, extraFlags: number): Buffer {
    const rpId = tampering.rpId ?? this.#testApp.config.publicUrl.hostname;
    const flags =
      extraFlags |
      (tampering.present === false ? 0 : flag.present) |
      (tampering.verified === false ? 0 : flag.verified) |
      (this.synced ? flag.mayBeCopied | flag.isCopied : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(tampering.counter ?? this.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter]);
  }
}
