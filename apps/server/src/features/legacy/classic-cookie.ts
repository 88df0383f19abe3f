import { legacySessionMs } from "@praxisportal/contract/limits";
import type { Config } from "../../platform/config/config.ts";
import { readCookie } from "../../platform/http/origin/cookies.ts";

/** A cookie of classic mode. */
export type ClassicCookie = {
  /** Returns the value of a Set-Cookie header that stores a value. */
  set: (value: string) => string;
  read: (header: string | undefined) => string | undefined;
  /** Returns the values of the Set-Cookie headers that remove the cookie of a request, if there is one. */
  clear: (header: string | undefined) => readonly string[];
};

/**
 * Returns a cookie of classic mode by its name. Scripts cannot read it, other sites do not send it, and the browser
 * keeps it for as long as a session with the legacy server may last.
 */
export function classicCookie(
  { publicUrl, port }: Pick<Config, "publicUrl" | "port">,
  name: "legacy" | "classic",
): ClassicCookie {
  const isHttps = publicUrl.protocol === "https:";
  // Cookies are not isolated by port. Over https the prefix keeps other sites from setting it without https.
  const fullName = isHttps ? `__Secure-portal-${name}` : `portal_${name}_${publicUrl.port || port}`;
  const attributes = `Path=/api; HttpOnly; SameSite=Strict${isHttps ? "; Secure" : ""}`;
  const maxAge = Math.floor(legacySessionMs / 1000);
  const readValue = (header: string | undefined) => readCookie(header, fullName);
  return {
    set: (value) => `${fullName}=${value}; ${attributes}; Max-Age=${maxAge}`,
    read: readValue,
    clear: (header) => (readValue(header) === undefined ? [] : [`${fullName}=; ${attributes}; Max-Age=0`]),
  };
}
