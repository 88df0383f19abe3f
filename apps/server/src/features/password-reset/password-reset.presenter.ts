import type { ResultOf } from "@praxisportal/contract/endpoint";
import type { checkReset } from "@praxisportal/contract/password-reset/password-reset.endpoints";

/** An open link; says nothing of whose it is. */
export function presentOpenReset(link: { expiresAt: Date }): ResultOf<typeof checkReset> {
  return { valid: true, expiresAt: link.expiresAt.toISOString() };
}
