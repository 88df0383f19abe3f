import type de from "./security-checks.de.json";

declare module "../../../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "security-checks": typeof de;
  }
}
