import type { Config } from "../config/config.ts";

/**
 * Returns the content security policy. It allows no third party except the configured origin for page views. Scripts
 * may set inline styles, for floating elements, but markup may not.
 */
function contentSecurityPolicy(analyticsUrl: string | undefined): string {
  const connect = analyticsUrl === undefined ? "'self'" : `'self' ${new URL(analyticsUrl).origin}`;
  return (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; " +
    `font-src 'self'; connect-src ${connect}; manifest-src 'self'; worker-src 'self'; base-uri 'none'; ` +
    "form-action 'self'; frame-ancestors 'none'; object-src 'none'"
  );
}

const common = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), payment=(), usb=(), microphone=(self)",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
} as const;

/** Returns the headers of every response as one frozen object, over https with one year of HSTS. */
export function securityHeaders(
  config: Pick<Config, "publicUrl" | "analyticsUrl">,
): Readonly<Record<string, string>> {
  const isHttps = config.publicUrl.protocol === "https:";
  return Object.freeze({
    "content-security-policy": contentSecurityPolicy(config.analyticsUrl),
    ...common,
    ...(isHttps ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
  });
}
