import type { CatalogueName } from "../../platform/i18n/catalogues.ts";

/** Texts of the cards that both profiles are made of. */
export const profileTexts = [
  "profile",
  "settings",
  "email",
  "two-factor",
  "passkeys",
  "sessions",
  "org-tokens",
] as const satisfies readonly CatalogueName[];
