import Ban from "lucide-react/icons/ban";
import { Fragment } from "react";
import { useTranslations } from "use-intl";
import { visibleFaults, type UnusableProvider } from "./usable-models.ts";
import { Dot } from "../../../ui/label/dotted.tsx";

/**
 * Unusable models, grouped by their missing requirements. Uses the terms of the page on which the requirements can be
 * supplied.
 */
export function UnusableProviderList({ unusable }: { unusable: readonly UnusableProvider[] }) {
  const t = useTranslations("assistant");
  const labels = useTranslations("ai-labels");
  const groups = Map.groupBy(unusable, (entry) => `${visibleFaults(entry).join()}/${entry.stopped ?? ""}`);
  return (
    <ul className="grid gap-3 text-dense">
      {[...groups].map(([key, group]) => {
        const [first] = group;
        if (first === undefined) return null;
        const { stopped } = first;
        return (
          <li key={key} className="flex gap-2">
            <Ban size={16} strokeWidth={2} className="mt-0.5 shrink-0 text-text-3" aria-hidden />
            <div className="min-w-0">
              <p className="font-label wrap-anywhere text-text">
                {group.map(({ providerName, model }, index) => (
                  <Fragment key={`${providerName}/${model}`}>
                    {index > 0 && ", "}
                    {providerName}
                    {model !== null && (
                      <>
                        <Dot />
                        {model}
                      </>
                    )}
                  </Fragment>
                ))}
              </p>
              <ul className="text-text-2">
                {visibleFaults(first).map((fault) => (
                  <li key={fault}>{labels(`fault.${fault}`)}</li>
                ))}
                {/* A stopped provider is already among the faults. */}
                {stopped !== null && stopped !== "provider" && <li>{t(`stop.${stopped}`)}</li>}
              </ul>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
