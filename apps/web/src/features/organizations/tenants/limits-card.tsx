import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { Badge } from "../../../ui/label/badge.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { LimitMeter } from "./limit-meter.tsx";
import { sourceIcons } from "./limit-source.ts";
import { limitNames, type OriginOf, usedOf } from "./limits.ts";
import type { AppliedLimits, Tenant, TenantLimitName, TenantUsage } from "./tenants.api.ts";
import { Dotted } from "../../../ui/label/dotted.tsx";

interface LimitsCardProps {
  title: string;
  description?: string;
  usage: Tenant["usage"];
  limits: AppliedLimits;
  /** The stored files by kind, if they are known. */
  storage?: TenantUsage["storage"];
  originOf: OriginOf;
  /** Renders the button that changes a limit, for users with the permission. */
  actionOf?: (name: TenantLimitName) => ReactNode;
  /** Hint on how to raise the limits. */
  footer?: ReactNode;
}

/** Shows the three limits of a tenant with their usage and their source. */
export function LimitsCard({
  title,
  description,
  usage,
  limits,
  storage,
  originOf,
  actionOf,
  footer,
}: LimitsCardProps) {
  const t = useTranslations("limits");
  const format = useFormat();
  const files = storage?.map(({ kind, bytes }) =>
    t("fileSize", { kind: t(`files.${kind}`), size: format.bytes(bytes) }),
  );
  return (
    <Card title={title} description={description} footer={footer} flush>
      <div className="divide-y divide-line">
        {limitNames.map((name) => {
          const source = limits.sources[name];
          const used = usedOf(usage, name);
          return (
            <LimitMeter
              key={name}
              name={name}
              used={used}
              limit={limits[name]}
              source={
                <Badge tone={source === "plan" ? "neutral" : "info"} icon={sourceIcons[source]}>
                  {t(`source.${source}`)}
                </Badge>
              }
              action={actionOf?.(name)}
              parts={name === "storageGB" && files && <Dotted details={files} />}
              origin={originOf(name, used)}
            />
          );
        })}
      </div>
    </Card>
  );
}

/** The card of the limits while it is loading. */
export function LimitsSkeleton() {
  return (
    <div className="min-w-0 rounded-r-3 border border-line bg-surface">
      <div className="border-b border-line px-5 py-4">
        <Skeleton className="my-1 h-4 w-24" />
      </div>
      <div className="divide-y divide-line">
        {limitNames.map((name) => (
          <div key={name} className="px-5 py-4">
            <Skeleton className="my-1 h-4 w-44 max-w-full" />
            <div className="mt-3 flex items-center justify-between gap-4">
              <Skeleton className="h-6 w-48 max-w-full" />
              <Skeleton className="h-4 w-12 shrink-0" />
            </div>
            <Skeleton className="mt-3 h-2" />
            <Skeleton className="mt-3 h-3 w-80 max-w-full" />
          </div>
        ))}
      </div>
    </div>
  );
}
