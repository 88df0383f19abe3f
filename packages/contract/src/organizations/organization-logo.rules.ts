/** Media types of a logo, detected from its bytes. */
export const logoTypes = ["image/png", "image/jpeg", "image/webp"] as const;
export type LogoType = (typeof logoTypes)[number];

/** Maximum size of an uploaded logo. */
export const logoMaxBytes = 512_000;

/** Maximum width and height of a logo. */
export const logoMaxPixels = 2_048;

/**
 * Returns the field `logo` of an organization whose logo is stored in the portal.
 *
 * @param version changes with the content
 */
export function storedLogoPath(organizationId: string, version: string): string {
  return `/api/v1/organizations/${organizationId}/logo?v=${version}`;
}

/** Returns whether the field `logo` refers to a stored logo. Any other value is an external address. */
export function isStoredLogo(logo: string): boolean {
  return /^\/api\/v1\/organizations\/[0-9a-f-]{36}\/logo\?v=[0-9a-f]{16}$/.test(logo);
}
