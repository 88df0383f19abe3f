import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Badge } from "../../../ui/label/badge.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { LimitMeter } from "./limit-meter.tsx";
import { sourceIcons } from "./limit-source.ts";
import { limitNames, type OriginOf, usedOf } from "./limits.ts";
import type { AppliedLimits, Tenant, TenantLimitName } from "./tenants.api.ts";

interface LimitsCardProps {
  title: string;
  description: string;
  usage: Tenant["usage"];
  limits: AppliedLimits;
  originOf: OriginOf;
  /** The button that changes a limit, for users who may. */
  actionOf?: (name: TenantLimitName) => ReactNode;
}

/** The three limits of a tenant with their use and their source. */
export function LimitsCard({ title, description, usage, limits, originOf, actionOf }: LimitsCardProps) {
  const t = useTranslations("limits");
  return (
    <Card title={title} description={description} flush>
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
              origin={originOf(name, used)}
            />
          );
        })}
      </div>
    </Card>
  );
}
