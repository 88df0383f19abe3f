import { ConfigError, type Settings } from "./settings.ts";

/** Returns whether a host name or address is reachable only from this machine. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "");
  return bare === "localhost" || bare === "::1" || /^127(\.\d{1,3}){3}$/.test(bare);
}

/** Returns the public address, by default localhost. Throws unless it is https or a loopback address. */
export function publicUrlOf({ PUBLIC_URL, PORT }: Settings, isTls: boolean): URL {
  const url = PUBLIC_URL ?? new URL(`${isTls ? "https" : "http"}://localhost:${PORT}`);
  const refuse = (reason: string) =>
    new ConfigError("PUBLIC_URL", `${url.origin} must be https, because ${reason}`);
  if (url.protocol === "https:") return url;
  if (!isLoopback(url.hostname)) throw refuse("it is not a loopback address");
  if (isTls) throw refuse("TLS_CERT_FILE is set");
  return url;
}

/** Returns the origins of the portal itself: that of the public address and, on loopback, its other spellings. */
export function originsOf(publicUrl: URL): ReadonlySet<string> {
  const origins = new Set([publicUrl.origin]);
  if (isLoopback(publicUrl.hostname)) {
    const port = publicUrl.port === "" ? "" : `:${publicUrl.port}`;
    for (const host of ["localhost", "127.0.0.1", "[::1]"]) {
      origins.add(new URL(`${publicUrl.protocol}//${host}${port}`).origin);
    }
  }
  return origins;
}
