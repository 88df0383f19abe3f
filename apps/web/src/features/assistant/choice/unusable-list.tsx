import Ban from "lucide-react/icons/ban";
import { useTranslations } from "use-intl";
import { useFaultTexts } from "./fault-texts.ts";
import type { Unusable } from "./usable-models.ts";

/** What cannot be asked, each with everything that is in the way, in words. */
export function UnusableList({ unusable }: { unusable: readonly Unusable[] }) {
  const t = useTranslations("assistant");
  const texts = useFaultTexts();
  return (
    <ul className="grid gap-3 text-dense">
      {unusable.map(({ provider, providerName, model, missing, stopped }) => (
        <li key={`${provider}/${model ?? ""}`} className="flex gap-2">
          <Ban size={16} strokeWidth={2} className="mt-0.5 shrink-0 text-text-3" aria-hidden />
          <div className="min-w-0">
            <p className="font-label text-text">
              {model === null ? providerName : `${providerName} · ${model}`}
            </p>
            {texts !== null && (
              <ul className="text-text-2">
                {missing.map((fault) => (
                  <li key={fault}>{texts.aiFaults[fault]}</li>
                ))}
                {stopped !== null && !missing.includes("stopped") && (
                  <li>{t("choice.stopped", { scope: texts.aiScopes[stopped] })}</li>
                )}
              </ul>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
