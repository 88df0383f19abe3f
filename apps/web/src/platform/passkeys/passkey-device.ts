import type { PasskeyOptions, PasskeyProof } from "@praxisportal/contract/passkeys/passkeys.schema";
import {
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { PasskeyFault } from "./passkey-fault.ts";

/** Creates a passkey on the device. @throws PasskeyFault. */
export function createPasskey({ challengeId, options }: PasskeyOptions): Promise<PasskeyProof> {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return proofFrom(challengeId, () => startRegistration({ optionsJSON }));
}

/** Lets the user choose a passkey and confirm it on their device. @throws PasskeyFault. */
export function showPasskey({ challengeId, options }: PasskeyOptions): Promise<PasskeyProof> {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return proofFrom(challengeId, () => startAuthentication({ optionsJSON }));
}

async function proofFrom(challengeId: string, ask: () => Promise<object>): Promise<PasskeyProof> {
  try {
    return { challengeId, response: { ...(await ask()) } };
  } catch (error) {
    const isKnown = error instanceof Error && error.name === "InvalidStateError";
    throw new PasskeyFault(isKnown ? "known" : "unconfirmed", { cause: error });
  }
}
