/**
 * Thrown if the device returned no passkey. Browsers do not reveal whether the user canceled, the prompt timed out, or
 * there is no passkey.
 */
export class PasskeyFault extends Error {
  /** `known` means that the device already has a passkey for this account. */
  readonly kind: "known" | "unconfirmed";

  constructor(kind: PasskeyFault["kind"], options?: ErrorOptions) {
    super(`passkey ${kind}`, options);
    this.name = "PasskeyFault";
    this.kind = kind;
  }
}
