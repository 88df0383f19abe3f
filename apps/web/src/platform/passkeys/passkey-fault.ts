/**
 * The device returned no passkey. Browsers do not reveal whether it was canceled, timed out or there is none.
 */
export class PasskeyFault extends Error {
  /** `known`: the device already has a passkey for this account. */
  readonly kind: "known" | "unconfirmed";

  constructor(kind: PasskeyFault["kind"], options?: ErrorOptions) {
    super(`passkey ${kind}`, options);
    this.name = "PasskeyFault";
    this.kind = kind;
  }
}
