import { settingsLanguages } from "@praxisportal/contract/languages";
import { useTranslations } from "use-intl";
import { languageNames } from "../../platform/i18n/languages.ts";
import type { PendingSync } from "../../platform/offline/pending-sync.ts";
import { isRecord } from "../../platform/storage/browser-storage.ts";

/** Titles of the pages that show a list, by the list's name. */
const listTitles = {
  users: "users",
  members: "users",
  workstations: "workstations",
  organizations: "organizations",
  tenants: "tenantManagement",
  audit: "audit",
  webhooks: "webhooks",
  invoices: "billing",
  "client-tokens": "clientTokens",
  "organization-tokens": "clientTokens",
} as const;

const places = ["settings", "profile", "notifications", "preferences"] as const;
const fields = ["isDarkMode", "language", "firstName", "lastName", "phone"] as const;

/** Texts that describe a change. */
export type ChangeTexts = {
  /** Name of the changed value, for example "Telefon". */
  readonly fieldName: string;
  /** Name of the page that shows it, for example "Mein Profil". */
  readonly pageName: string;
  /** Name of the changed value, with its new content. */
  readonly summary: string;
  /**
   * Describes the value of the change or the server's value of the same field. Returns null if there is no such value.
   */
  readonly valueOf: (data: unknown) => string | null;
};

/** Returns a function that describes a change. A change has one field. If there are more, the first is described. */
export function useChangeTexts(): (sync: PendingSync) => ChangeTexts {
  const t = useTranslations("pending-changes");
  const common = useTranslations("common");
  const frame = useTranslations("frame");

  function fieldNameOf({ data, module }: PendingSync): string {
    if (!isRecord(data)) return "";
    if (module === "notifications") return t(data["kind"] === "readAll" ? "what.readAll" : "what.read");
    if (module === "preferences") {
      const list = Object.entries(listTitles).find(([name]) => name === data["listId"]);
      return list === undefined
        ? t("what.columnsOfList")
        : t("what.columns", { list: frame(`titles.${list[1]}`) });
    }
    const field = fields.find((candidate) => candidate in data);
    return field === undefined ? "" : t(`what.${field}`);
  }

  function valueOf(data: unknown): string | null {
    if (!isRecord(data)) return null;
    if ("columns" in data) {
      const { columns } = data;
      if (!Array.isArray(columns)) return t("value.defaultColumns");
      const count = columns.filter((column) => !isRecord(column) || column["hidden"] !== true).length;
      return t("value.columns", { count });
    }
    const field = fields.find((candidate) => candidate in data);
    if (field === undefined) return null;
    const value = data[field];
    if (field === "isDarkMode") return common(value === true ? "theme.dark" : "theme.light");
    const language = settingsLanguages.find(
      (settingsLanguage) => field === "language" && settingsLanguage === value,
    );
    if (language !== undefined) return languageNames[language];
    return typeof value === "string" && value !== "" ? value : t("value.empty");
  }

  return (sync) => {
    const fieldName = fieldNameOf(sync);
    const place = places.find((candidate) => candidate === sync.module);
    const value = valueOf(sync.data);
    return {
      fieldName,
      pageName: place === undefined ? "" : t(`where.${place}`),
      summary: value === null ? fieldName : t("changeTo", { what: fieldName, value }),
      valueOf,
    };
  };
}
