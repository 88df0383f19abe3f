import { useTranslations } from "use-intl";
import { useMissingFields } from "../../entities/invoice/use-field-labels.ts";
import type { ApiError } from "../../platform/api-client/api-error.ts";

/** Returns a function that names the missing fields of the operator profile, or undefined for any other error. */
export function useMissingOperatorData(): (error: ApiError) => string | undefined {
  const t = useTranslations("payments");
  const listFields = useMissingFields();
  return ({ code, problem }) => {
    const missingFields = problem?.["missing"];
    if (code !== "INVOICE_INCOMPLETE" || !Array.isArray(missingFields)) return undefined;
    return t("incomplete", { fields: listFields(missingFields) });
  };
}
