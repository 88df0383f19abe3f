import type de from "./bulk-invite.de.json";

declare module "../../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "bulk-invite": typeof de;
  }
}
