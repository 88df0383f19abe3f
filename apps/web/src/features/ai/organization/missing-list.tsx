import type { AiGateFault } from "@praxisportal/contract/ai/gate.rules";
import { useTranslations } from "use-intl";
import { getSupplier } from "../providers/provider-state.ts";

const suppliers = ["organization", "demand", "platform"] as const;

/**
 * Requirements that are missing before the organization may use a provider, grouped by the party that can supply them.
 */
export function MissingList({ missing }: { missing: readonly AiGateFault[] }) {
  const t = useTranslations("ai-organization");
  const labels = useTranslations("ai-labels");
  return (
    <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
      {suppliers.map((supplier) => {
        const ownFaults = missing.filter((fault) => getSupplier(fault) === supplier);
        if (ownFaults.length === 0) return null;
        return (
          <section key={supplier} className="min-w-0">
            <h4 className="text-small font-strong text-text">{t(`gate.supplier.${supplier}`)}</h4>
            <ul className="mt-1 grid list-disc gap-0.5 pl-5 text-dense text-text marker:text-warning">
              {ownFaults.map((fault) => (
                <li key={fault}>{labels(`fault.${fault}`)}</li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
