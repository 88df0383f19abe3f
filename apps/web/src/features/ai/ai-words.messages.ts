import type de from "./ai-words.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "ai-words": typeof de;
  }
}
