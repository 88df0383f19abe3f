import type { Config } from "../config/config.ts";

/** Browsers keep a cookie for at most 400 days; the device outlives every session on it. */
const deviceCookieSeconds = 400 * 24 * 60 * 60;

/** Name and attributes of the cookie that stands for the device. */
export type DeviceCookie = {
  name: string;
  /** Value of a Set-Cookie header that stores a secret. */
  set(secret: string): string;
};

/**
 * Over https the name carries the `__Host-` prefix, so that no subdomain can set it. On loopback http the port
 * stands in the name, because cookies do not know ports.
 */
export function deviceCookie(config: Pick<Config, "publicUrl" | "port">): DeviceCookie {
  const isHttps = config.publicUrl.protocol === "https:";
  const name = isHttps ? "__Host-portal" : `portal_${config.publicUrl.port || config.port}`;
  const attributes = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${deviceCookieSeconds}${isHttps ? "; Secure" : ""}`;
  return { name, set: (secret) => `${name}=${secret}; ${attributes}` };
}

/** Reads one cookie; a name that comes twice counts as none, because one of them is not ours. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined;
  const values = header
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 ? values[0] : undefined;
}
