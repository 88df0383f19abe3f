import type common from "./common.de.json";

/**
 * The types of all catalogues, read from the German files. Every feature adds its own line:
 *
 *     import type de from "./users.de.json";
 *     declare module "../../platform/i18n/catalogues.ts" {
 *       interface Catalogues { users: typeof de }
 *     }
 *
 * `useTranslations("users")` then knows each key, and an unknown key does not compile.
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
