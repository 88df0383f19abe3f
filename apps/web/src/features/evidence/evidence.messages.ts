import type de from "./evidence.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    evidence: typeof de;
  }
}
