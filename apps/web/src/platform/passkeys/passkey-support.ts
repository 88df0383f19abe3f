/** Whether this browser can use passkeys at this address: none are valid for a bare network address. */
export function supportsPasskeys(): boolean {
  return typeof PublicKeyCredential === "function" && !/^[\d.:[\]]+$/.test(location.hostname);
}
