import type de from "./organization-steps.de.json";

declare module "../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "organization-steps": typeof de;
  }
}
