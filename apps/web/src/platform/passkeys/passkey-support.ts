/** Returns whether passkeys work in this browser at this host. WebAuthn does not allow IP addresses. */
export function supportsPasskeys(): boolean {
  return typeof PublicKeyCredential === "function" && !/^[\d.:[\]]+$/.test(location.hostname);
}
