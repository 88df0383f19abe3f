import type de from "./sessions.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    sessions: typeof de;
  }
}
