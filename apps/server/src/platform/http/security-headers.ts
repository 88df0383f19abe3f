/**
 * Headers that every answer carries, from one frozen object. No third party is allowed anywhere; styles may be set
 * by script (floating elements position themselves), never by markup.
 */
const common = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; " +
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; " +
    "form-action 'self'; frame-ancestors 'none'; object-src 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), payment=(), usb=(), microphone=(self)",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
} as const;

/** The constant headers; over https with a year of strict transport. */
export function securityHeaders(isHttps: boolean): Readonly<Record<string, string>> {
  return Object.freeze(
    isHttps ? { ...common, "strict-transport-security": "max-age=31536000; includeSubDomains" } : common,
  );
}
