import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Meter, meterLevel } from "../../../ui/chart/meter.tsx";
import { cx } from "../../../ui/cx.ts";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { limitNames, type OriginOf, ratioOf, usedOf } from "./limits.ts";
import type { Tenant, TenantLimitName } from "./tenants.api.ts";
import { useLimitFormat } from "./use-limit-format.ts";

type Amounts = Pick<Tenant, "usage" | "limits">;

function LimitUse({
  name,
  tenant,
  originOf,
}: {
  name: TenantLimitName;
  tenant: Amounts;
  originOf: OriginOf;
}) {
  const t = useTranslations("limits");
  const format = useFormat();
  const limits = useLimitFormat();
  const used = usedOf(tenant.usage, name);
  const limit = tenant.limits[name];
  const ratio = ratioOf(used, limit);
  const level = meterLevel(ratio);
  return (
    <>
      <p className="mt-0.5 flex items-baseline justify-between gap-x-3 text-body tabular-nums">
        <span className="font-strong text-text">{limits.shortUsage(name, used, limit)}</span>
        <span className="text-dense whitespace-nowrap text-text-2">{format.percent(ratio, 1)}</span>
      </p>
      <Meter
        className="mt-1.5"
        label={t(`name.${name}`)}
        valueText={limits.usedOf(name, used, limit)}
        ratio={ratio}
        limitMark
      />
      <p className="mt-1.5 flex flex-wrap justify-between gap-x-3 text-small text-text-3">
        {originOf(name, used)}
        {level !== "normal" && (
          <span className={cx("font-label", level === "full" ? "text-danger" : "text-warning")}>
            {t(level === "full" ? `reached.${name}` : "near")}
          </span>
        )}
      </p>
    </>
  );
}

/** Placeholder with the height of a loaded limit. */
function LimitPlaceholder() {
  return (
    <>
      <p className="mt-0.5 text-body">{"\u00A0"}</p>
      <Skeleton className="mt-1.5 h-2 w-full" />
      <p className="mt-1.5 text-small">{"\u00A0"}</p>
    </>
  );
}

interface LimitSummaryProps {
  plan: Tenant["billing"]["plan"];
  /** Undefined while it is loading. */
  tenant: Amounts | undefined;
  originOf: OriginOf;
  aside?: ReactNode;
  /** The limits whose usage the user may see. The default is all limits. */
  names?: readonly TenantLimitName[];
}

/** Shows a tenant's plan, and the usage of each limit. */
export function LimitSummary({ plan, tenant, originOf, aside, names = limitNames }: LimitSummaryProps) {
  const t = useTranslations("limits");
  return (
    <Card title={t("card")} description={t("planTitle", { plan: t(`plan.${plan}`) })} aside={aside}>
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-3 sm:gap-y-0" aria-busy={tenant === undefined}>
        {names.map((name) => (
          // Aligns adjacent bars, even if a figure takes two lines.
          <section
            key={name}
            aria-label={t(`name.${name}`)}
            className="min-w-0 sm:row-span-4 sm:grid sm:grid-rows-subgrid sm:gap-y-0"
          >
            <h3 className="text-small text-text-3">{t(`name.${name}`)}</h3>
            {tenant === undefined ? (
              <LimitPlaceholder />
            ) : (
              <LimitUse name={name} tenant={tenant} originOf={originOf} />
            )}
          </section>
        ))}
      </div>
    </Card>
  );
}
