import type de from "./plan-choice.de.json";

declare module "../../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "plan-choice": typeof de;
  }
}
