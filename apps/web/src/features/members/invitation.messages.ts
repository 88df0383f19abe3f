import type de from "./invitation.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    invitation: typeof de;
  }
}
