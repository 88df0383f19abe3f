import type de from "./staff-board.de.json";

declare module "../../../platform/i18n/catalogues.ts" {
  interface Catalogues {
    "staff-board": typeof de;
  }
}
