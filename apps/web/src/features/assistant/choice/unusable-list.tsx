import Ban from "lucide-react/icons/ban";
import { useTranslations } from "use-intl";
import { visibleFaults, type UnusableProvider } from "./usable-models.ts";

/** Unusable models with all reasons, in the terms used where they are fixed. */
export function UnusableProviderList({ unusable }: { unusable: readonly UnusableProvider[] }) {
  const t = useTranslations("assistant");
  const labels = useTranslations("ai-words");
  return (
    <ul className="grid gap-3 text-dense">
      {unusable.map((each) => {
        const { provider, providerName, model, stopped } = each;
        return (
          <li key={`${provider}/${model ?? ""}`} className="flex gap-2">
            <Ban size={16} strokeWidth={2} className="mt-0.5 shrink-0 text-text-3" aria-hidden />
            <div className="min-w-0">
              <p className="font-label text-text">
                {model === null ? providerName : `${providerName} · ${model}`}
              </p>
              <ul className="text-text-2">
                {visibleFaults(each).map((fault) => (
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
