import type { Config } from "../../config/config.ts";

/** Lifetime of the cookie. Browsers keep one for at most 400 days, longer than any session of the device. */
const deviceCookieSeconds = 400 * 24 * 60 * 60;

/** Name and attributes of the device cookie. */
export type DeviceCookie = {
  name: string;
  /** Returns the value of a Set-Cookie header that stores a secret. */
  set(secret: string): string;
};

/**
 * Returns the device cookie of this installation. Over https its name has the `__Host-` prefix, so that no subdomain
 * can set it. On loopback http the name contains the port, because cookies are not isolated by port.
 */
export function deviceCookie(config: Pick<Config, "publicUrl" | "port">): DeviceCookie {
  const isHttps = config.publicUrl.protocol === "https:";
  const name = isHttps ? "__Host-portal" : `portal_${config.publicUrl.port || config.port}`;
  const attributes = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${deviceCookieSeconds}${isHttps ? "; Secure" : ""}`;
  return { name, set: (secret) => `${name}=${secret}; ${attributes}` };
}

/** Reads a cookie. A name that occurs twice is ignored, because one of the values is not from the portal. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined;
  const values = header
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 ? values[0] : undefined;
}
