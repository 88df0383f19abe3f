import { useTranslations } from "use-intl";
import type { Catalogues } from "../../platform/i18n/catalogues.ts";

type FieldName = keyof Catalogues["invoice-words"]["field"];

/** Returns the word of a field that an invoice needs; `prefix.name` has that of `name`. */
export function useFieldWords(): (field: string) => string {
  const t = useTranslations("invoice-words");
  return (field) => {
    const name = field.slice(field.indexOf(".") + 1);
    // A newer server may need a field that this page does not know.
    return t.has(`field.${name as FieldName}`) ? t(`field.${name as FieldName}`) : name;
  };
}
