import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import type { Webhook } from "../webhooks.api.ts";

type Hour = Webhook["health"]["lastDay"][number];

/** Returns the share of the last day's deliveries that succeeded, 0 to 1, or null if there were no deliveries. */
export function successRatio({ health }: Webhook): number | null {
  const sum = (pick: keyof Hour) => health.lastDay.reduce((total, hour) => total + hour[pick], 0);
  const [succeeded, failed] = [sum("succeeded"), sum("failed")];
  return succeeded + failed === 0 ? null : succeeded / (succeeded + failed);
}

const chartHeight = 16;
const barPitch = 3;
/**
 * Kinds of hours, with the height of their bars. Failures also have shorter bars, because color alone is not enough.
 */
const bars = [
  {
    className: "fill-line-strong",
    height: 1,
    matches: ({ succeeded, failed }: Hour) => succeeded + failed === 0,
  },
  {
    className: "fill-success",
    height: 16,
    matches: ({ succeeded, failed }: Hour) => succeeded > 0 && failed === 0,
  },
  {
    className: "fill-warning",
    height: 10,
    matches: ({ succeeded, failed }: Hour) => succeeded > 0 && failed > 0,
  },
  {
    className: "fill-danger",
    height: 6,
    matches: ({ succeeded, failed }: Hour) => succeeded === 0 && failed > 0,
  },
] as const;

/** Shows a bar per hour of the last day, and the share of deliveries that succeeded. */
export function LastDay({ webhook }: { webhook: Webhook }) {
  const t = useTranslations("webhooks");
  const format = useFormat();
  const { lastDay } = webhook.health;
  const ratio = successRatio(webhook);
  const width = lastDay.length * barPitch;
  return (
    <span className="flex items-center gap-2.5">
      <svg
        aria-hidden="true"
        width={width}
        height={chartHeight}
        viewBox={`0 0 ${width} ${chartHeight}`}
        className="flex-none"
      >
        {bars.map(({ className, height, matches }) => (
          <path
            key={className}
            className={className}
            d={lastDay
              .map((hour, index) =>
                matches(hour) ? `M${index * barPitch} ${chartHeight}v-${height}h2v${height}z` : "",
              )
              .join("")}
          />
        ))}
      </svg>
      <span className="font-strong whitespace-nowrap tabular-nums">
        {ratio === null ? (
          <>
            <span aria-hidden="true">–</span>
            <span className="sr-only">{t("lastDayEmpty")}</span>
          </>
        ) : (
          format.percent(ratio)
        )}
      </span>
    </span>
  );
}
