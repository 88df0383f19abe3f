import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { passkeyChallengeMs } from "@praxisportal/contract/limits";

/** Identity of this portal for passkeys, which are valid only at its public origin. */
export type RelyingParty = { id: string; origin: string };

/** A passkey as described to browsers. */
export type KnownCredential = { credential_id: Buffer; transports: string[] };

/** ES256, EdDSA and RS256, the algorithms of current authenticators. */
const algorithms = [-7, -8, -257];

/** Loads the library on first use, because it adds 25 MB. */
const load = () => import("@simplewebauthn/server");
const loadHelpers = () => import("@simplewebauthn/server/helpers");

function descriptorsOf(known: readonly KnownCredential[]) {
  return known.map(({ credential_id: id, transports }) => ({
    id: id.toString("base64url"),
    type: "public-key" as const,
    transports,
  }));
}

/** Returns the options to create a passkey in a browser: discoverable, and with user verification. */
export function creationOptions(
  party: RelyingParty,
  challenge: string,
  person: { id: string; name: string; displayName: string },
  known: readonly KnownCredential[],
) {
  return {
    challenge,
    rp: { id: party.id, name: "Praxisportal" },
    user: { ...person, id: userHandleOf(person.id) },
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: "public-key" as const })),
    timeout: passkeyChallengeMs,
    attestation: "none",
    excludeCredentials: descriptorsOf(known),
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
  };
}

/** Returns the options to use a passkey in a browser. Without known ones it offers all passkeys for the portal. */
export function requestOptions(
  party: RelyingParty,
  challenge: string,
  known: readonly KnownCredential[] = [],
) {
  return {
    challenge,
    rpId: party.id,
    timeout: passkeyChallengeMs,
    userVerification: "required",
    ...(known.length > 0 ? { allowCredentials: descriptorsOf(known) } : {}),
  };
}

/** Returns the user handle stored by authenticators: the bytes of the person's id, nothing that identifies them. */
function userHandleOf(personId: string): string {
  return Buffer.from(personId.replaceAll("-", ""), "hex").toString("base64url");
}

/** The verified data of a new passkey. */
export type NewCredential = {
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  isSynced: boolean;
};

const transportNames: readonly string[] = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"];

/** Checks the response to {@link creationOptions}. Returns undefined when any part is invalid. */
export async function readNewCredential(
  party: RelyingParty,
  challenge: string,
  response: Record<string, unknown>,
): Promise<NewCredential | undefined> {
  const [{ verifyRegistrationResponse }, helpers] = await Promise.all([load(), loadHelpers()]);
  return undefinedWhenThrown(async () => {
    const json = response as unknown as RegistrationResponseJSON;
    const attestation = helpers.decodeAttestationObject(
      helpers.isoBase64URL.toBuffer(json.response.attestationObject),
    );
    // No attestation was requested. Foreign certificates are not evaluated, because that would call the addresses they
    // name.
    if (attestation.get("attStmt").get("x5c") !== undefined) return undefined;
    if (!["none", "packed"].includes(attestation.get("fmt"))) return undefined;
    if (helpers.decodeClientDataJSON(json.response.clientDataJSON).crossOrigin === true) return undefined;
    const { verified, registrationInfo: credential } = await verifyRegistrationResponse({
      response: json,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified || credential === undefined) return undefined;
    const reportedTransports: readonly unknown[] = Array.isArray(json.response.transports)
      ? json.response.transports
      : [];
    return {
      credentialId: Buffer.from(credential.credential.id, "base64url"),
      publicKey: Buffer.from(credential.credential.publicKey),
      counter: credential.credential.counter,
      transports: transportNames.filter((name) => reportedTransports.includes(name)),
      isSynced: credential.credentialDeviceType === "multiDevice",
    };
  });
}

/** Returns the key named in a response to {@link requestOptions}, or undefined when there is none. */
export function credentialIdOf(response: Record<string, unknown>): Buffer | undefined {
  const { id } = response;
  return typeof id === "string" && /^[\w-]{1,1400}$/.test(id) ? Buffer.from(id, "base64url") : undefined;
}

/**
 * Checks the response to {@link requestOptions} against a stored key, and its person where the authenticator names one,
 * which `mustNamePerson` requires because nothing else identifies the person. Returns the reported counter, which the
 * caller must check, or undefined when any part is invalid.
 */
export async function readAssertion(
  party: RelyingParty,
  challenge: string,
  response: Record<string, unknown>,
  stored: { credential_id: Buffer; public_key: Buffer; person_id: string },
  mustNamePerson: boolean,
): Promise<{ counter: number } | undefined> {
  const [{ verifyAuthenticationResponse }, helpers] = await Promise.all([load(), loadHelpers()]);
  return undefinedWhenThrown(async () => {
    const json = response as unknown as AuthenticationResponseJSON;
    const { userHandle } = json.response;
    const isNamed = (userHandle ?? "") !== "";
    if (isNamed ? userHandle !== userHandleOf(stored.person_id) : mustNamePerson) return undefined;
    if (helpers.decodeClientDataJSON(json.response.clientDataJSON).crossOrigin === true) return undefined;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: json,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: stored.credential_id.toString("base64url"),
        publicKey: new Uint8Array(stored.public_key),
        // The counter is compared elsewhere, to distinguish a copied key from an invalid response.
        counter: 0,
      },
    });
    return verified ? { counter: authenticationInfo.newCounter } : undefined;
  });
}

/**
 * Returns undefined when the library throws, as it does for any invalid input, including fields that are not text.
 * These are not server errors.
 */
async function undefinedWhenThrown<Result>(check: () => Promise<Result | undefined>) {
  try {
    return await check();
  } catch {
    return undefined;
  }
}
