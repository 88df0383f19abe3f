import type de from "./ai-practice.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "ai-practice": typeof de;
  }
}
