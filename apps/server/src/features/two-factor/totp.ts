import { Secret, TOTP } from "otpauth";

/** Number of seconds for which the app shows a code. */
const periodSeconds = 30;
/** Accepted steps before and after the current one, because clocks of phones are slightly off. */
const drift = 1;
const secretBytes = 20;
const issuer = "Praxisportal";

/** Creates a secret in base32. */
export function makeTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** Returns the content of the QR code for an authenticator app, in which `account` names the entry. */
export function otpauthUrl(secret: string, account: string): string {
  return totpOf(secret, account).toString();
}

/** Returns the step of a code, or undefined when it matches none of the accepted steps. */
export function matchingStep(secret: string, code: string, now: Date): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: drift });
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / periodSeconds) + delta;
}

function totpOf(secret: string, label = ""): TOTP {
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: periodSeconds, digits: 6 });
}
