import type { InvoiceHold } from "@praxisportal/contract/invoices/invoices.schema";
import { useTranslations } from "use-intl";
import { useMissingFields } from "../../entities/invoice/use-field-labels.ts";

interface HoldText {
  readonly title: string;
  readonly text: string;
}

/** Returns a function that describes why a draft cannot become final. */
export function useHoldText(): (hold: InvoiceHold, unpricedCalls: number) => HoldText {
  const t = useTranslations("invoices");
  const listFields = useMissingFields();
  return ({ reason, missing }, count) => ({
    title: t(`hold.${reason}.title`, { count }),
    text: t(`hold.${reason}.text`, { fields: listFields(missing) }),
  });
}
