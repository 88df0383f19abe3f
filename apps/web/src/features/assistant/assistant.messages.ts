import type de from "./assistant.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    assistant: typeof de;
  }
}
