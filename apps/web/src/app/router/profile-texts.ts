import type { CatalogueName } from "../../platform/i18n/catalogues.ts";

/** Catalogues of the cards shared by both profile pages. */
export const profileTexts = [
  "profile",
  "settings",
  "email",
  "two-factor",
  "passkeys",
  "sessions",
  "org-tokens",
] as const satisfies readonly CatalogueName[];
