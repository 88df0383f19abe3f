import type { RescuePurpose } from "./person-security.api.ts";

/** A one-time code in the one moment it is known. */
export interface ShownCode {
  readonly code: string;
  readonly purpose: RescuePurpose;
  readonly practiceCode: string;
  readonly expiresAt: string;
  /** When it ends by the clock of this browser, milliseconds since 1970. */
  readonly endsAt: number;
}

/** "1234 5678": groups are read out and typed with fewer mistakes. */
export function grouped(code: string): string {
  return code.replaceAll(/(\d{4})(?=\d)/g, "$1\u00A0");
}
