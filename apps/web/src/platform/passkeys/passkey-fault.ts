/** No passkey came from the device. Browsers do not say whether it was cancelled, took too long, or there is none. */
export class PasskeyFault extends Error {
  /** `known`: the device has one for this account already. */
  readonly kind: "known" | "unconfirmed";

  constructor(kind: PasskeyFault["kind"], options?: ErrorOptions) {
    super(`passkey ${kind}`, options);
    this.name = "PasskeyFault";
    this.kind = kind;
  }
}
