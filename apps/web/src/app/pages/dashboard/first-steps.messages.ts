import type de from "./first-steps.de.json";

declare module "../../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "first-steps": typeof de;
  }
}
