import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { useToday } from "../../../platform/i18n/use-today.ts";
import type { AiProvider } from "../ai.api.ts";
import { getC5State, daysUntil } from "./provider-state.ts";

/** Shows the provider's C5 attestation, with a warning before and after it expires. */
export function C5Label({ provider }: { provider: AiProvider }) {
  const t = useTranslations("ai-labels");
  const format = useFormat();
  const today = useToday();
  const { c5, region } = provider;
  const state = getC5State(provider, today);
  if (c5 === null) return t(region === "local" ? "c5.notNeeded" : "c5.none");
  const label = t("c5.until", { type: t(`c5.${c5.type}`), date: format.calendar.date(c5.validUntil) });
  if (state === "valid") return label;
  return (
    <>
      {label}
      <span className="mt-0.5 flex items-start gap-1 text-small font-label text-warning">
        <TriangleAlert size={14} strokeWidth={2} className="mt-0.5 shrink-0" aria-hidden />
        {state === "expired" ? t("c5.expired") : t("c5.expiring", { days: daysUntil(c5.validUntil, today) })}
      </span>
    </>
  );
}
