import type { ResultOf } from "@praxisportal/contract/endpoint";
import type { checkReset } from "@praxisportal/contract/password-reset/password-reset.endpoints";

/** Returns an open link, without its owner. */
export function presentOpenReset(link: { expiresAt: Date }): ResultOf<typeof checkReset> {
  return { valid: true, expiresAt: link.expiresAt.toISOString() };
}
