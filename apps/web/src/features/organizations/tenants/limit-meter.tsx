import HardDrive from "lucide-react/icons/hard-drive";
import type { LucideIcon } from "lucide-react";
import Sparkles from "lucide-react/icons/sparkles";
import Users from "lucide-react/icons/users";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Meter, meterLevel } from "../../../ui/chart/meter.tsx";
import { StatusBadge } from "../../../ui/label/status-badge.tsx";
import { ratioOf } from "./limits.ts";
import type { TenantLimitName } from "./tenants.api.ts";
import { useLimitFormat } from "./use-limit-format.ts";

const icons: Readonly<Record<TenantLimitName, LucideIcon>> = {
  maxUsers: Users,
  monthlyTokens: Sparkles,
  storageGB: HardDrive,
};

interface LimitMeterProps {
  name: TenantLimitName;
  used: number;
  limit: number;
  /** Source of the value, next to the name. */
  source?: ReactNode;
  /** Button to the right of the name. */
  action?: ReactNode;
  /** Parts of the figure. */
  parts?: ReactNode;
  /** Link to the items that the figure counts. */
  origin?: ReactNode;
}

/** Shows one limit with its usage. Warns above 80 %, and shows what stops at 100 %. */
export function LimitMeter({ name, used, limit, source, action, parts, origin }: LimitMeterProps) {
  const t = useTranslations("limits");
  const format = useFormat();
  const limits = useLimitFormat();
  const ratio = ratioOf(used, limit);
  const level = meterLevel(ratio);
  const Icon = icons[name];
  const title = t(`name.${name}`);
  return (
    <section aria-label={title} className="px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <Icon size={16} strokeWidth={2} className="shrink-0 text-text-2" aria-hidden />
          <h3 className="text-body font-strong text-text">{title}</h3>
          {source}
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {level === "warning" && <StatusBadge meaning="warning">{t("near")}</StatusBadge>}
          {level === "full" && <StatusBadge meaning="blocked">{t(`reached.${name}`)}</StatusBadge>}
          {action}
        </div>
      </div>
      <p className="mt-2 flex items-baseline justify-between gap-x-4 tabular-nums">
        <span>
          <span className="text-title text-text">{limits.amount(name, used)}</span>{" "}
          <span className="text-body text-text-2">
            {t(`of.${name}`, { limit: limits.amount(name, limit) })}
          </span>
        </span>
        <span className="shrink-0 text-body font-strong text-text">{format.percent(ratio, 1)}</span>
      </p>
      <Meter
        className="mt-2"
        label={title}
        valueText={limits.usedOf(name, used, limit)}
        ratio={ratio}
        limitMark
      />
      <div className="mt-2 flex flex-wrap justify-between gap-x-4 gap-y-1 text-small text-text-3">
        <span>{t(`effect.${name}`)}</span>
        <span className="flex flex-wrap gap-x-3">
          {parts}
          {origin}
        </span>
      </div>
    </section>
  );
}
