import { useTranslations } from "use-intl";
import type { Catalogues } from "../../platform/i18n/catalogues.ts";

type FieldName = keyof Catalogues["invoice-labels"]["field"];

/** Returns a function that labels a field required by an invoice. `prefix.name` has the label of `name`. */
export function useFieldLabels(): (field: string) => string {
  const t = useTranslations("invoice-labels");
  return (field) => {
    const name = field.slice(field.indexOf(".") + 1);
    // A newer server may require a field that this page does not know.
    return t.has(`field.${name as FieldName}`) ? t(`field.${name as FieldName}`) : name;
  };
}

/**
 * Returns a function that lists missing fields for the end of a sentence. Removes the full stop of an abbreviation at
 * the end of the list, because the sentence adds its own.
 */
export function useMissingFields(): (fields: readonly unknown[]) => string {
  const labelOf = useFieldLabels();
  return (fields) =>
    fields
      .map((field) => labelOf(String(field)))
      .join(", ")
      .replace(/\.$/u, "");
}
