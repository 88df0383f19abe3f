import type de from "./issue-token.de.json";

declare module "../../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "issue-token": typeof de;
  }
}
