import type { CodePurpose } from "./person-security.api.ts";

/** A one-time code or day code while it is shown. */
export interface IssuedCode {
  readonly code: string;
  readonly purpose: CodePurpose;
  readonly practiceCode: string;
  readonly expiresAt: string;
  /** Expiry by the browser's clock, in ms since 1970. */
  readonly endsAt: number;
}

/** Splits a code into groups, which are easier to read and type: "1234 5678". */
export function groupDigits(code: string): string {
  return code.replaceAll(/(\d{4})(?=\d)/g, "$1\u00A0");
}
