import type de from "./ai-labels.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "ai-labels": typeof de;
  }
}
