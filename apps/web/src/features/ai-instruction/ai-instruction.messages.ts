import type de from "./ai-instruction.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "ai-instruction": typeof de;
  }
}
