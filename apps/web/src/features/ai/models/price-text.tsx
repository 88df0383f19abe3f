import type { AiPrice } from "@praxisportal/contract/ai/providers.schema";
import { useLocale, useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { formatAmount } from "./amounts.ts";
import type { AiModel } from "../ai.api.ts";
import { Dotted } from "../../../ui/label/dotted.tsx";

const basisPointsPerUnit = 10_000;

/** Shows a price on one line: the rates per million tokens or per hour of audio, and the uplift. */
export function PriceText({ price, kind }: { price: Omit<AiPrice, "validFrom">; kind: AiModel["kind"] }) {
  const t = useTranslations("ai-providers");
  const locale = useLocale();
  const format = useFormat();
  const amount = (micro: number) => formatAmount(micro, price.currency, locale);
  const { inputMicro, outputMicro, cachedMicro, reasoningMicro, audioHourMicro, upliftBasisPoints } = price;
  const tokens = [
    t("prices.input", { amount: amount(inputMicro) }),
    t("prices.output", { amount: amount(outputMicro) }),
    ...(cachedMicro === inputMicro ? [] : [t("prices.cached", { amount: amount(cachedMicro) })]),
    ...(reasoningMicro === outputMicro ? [] : [t("prices.reasoning", { amount: amount(reasoningMicro) })]),
  ];
  const hasTokens = kind === "chat" || inputMicro > 0 || outputMicro > 0;
  const segments = [
    ...(kind === "audio" || audioHourMicro > 0
      ? [t("prices.audio", { amount: amount(audioHourMicro) })]
      : []),
    ...(hasTokens ? tokens : []),
    ...(upliftBasisPoints > 0
      ? [t("prices.uplift", { percent: format.percent(upliftBasisPoints / basisPointsPerUnit, 2) })]
      : []),
  ];
  return (
    <span className="tabular-nums">
      <Dotted details={segments} />
    </span>
  );
}
