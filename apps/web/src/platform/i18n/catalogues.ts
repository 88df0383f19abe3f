import type common from "./common.de.json";

/**
 * The types of all catalogues, derived from the German files. Every feature adds its own:
 *
 *     import type de from "./users.de.json";
 *     declare module "../../platform/i18n/catalogues.ts" {
 *       interface Catalogues { users: typeof de }
 *     }
 *
 * `useTranslations("users")` then checks each key at compile time.
 */
export interface Catalogues {
  common: typeof common;
}

export type CatalogueName = keyof Catalogues;

declare module "use-intl" {
  interface AppConfig {
    Messages: Catalogues;
    Locale: string;
  }
}
