import { Secret, TOTP } from "otpauth";

/** Seconds that a code is shown by the app. */
const periodSeconds = 30;
/** Steps before and after the present one that count: clocks of telephones are a little off. */
const drift = 1;
const secretBytes = 20;
const issuer = "Praxisportal";

/** A new secret, base32. */
export function makeTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** What the QR code of an authenticator app holds; `account` names the entry in the app. */
export function otpauthUrl(secret: string, account: string): string {
  return totpOf(secret, account).toString();
}

/** The step whose code this is, or undefined when it is none of the present ones. */
export function matchingStep(secret: string, code: string, now: Date): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: drift });
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / periodSeconds) + delta;
}

function totpOf(secret: string, label = ""): TOTP {
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: periodSeconds, digits: 6 });
}
