import { useTranslations } from "use-intl";
import { useMissingFields } from "../../entities/invoice/use-field-labels.ts";
import type { ApiError } from "../../platform/api-client/api-error.ts";

/**
 * Returns a function that names the missing data if the server has rejected an incomplete invoice. The function returns
 * undefined for any other error.
 */
export function useInvoiceError(): (error: ApiError) => string | undefined {
  const t = useTranslations("invoices");
  const listFields = useMissingFields();
  return ({ code, problem }) => {
    const missingFields = problem?.["missing"];
    if (code !== "INVOICE_INCOMPLETE" || !Array.isArray(missingFields)) return undefined;
    return t("incomplete", { fields: listFields(missingFields) });
  };
}
