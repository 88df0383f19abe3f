import { useQuery } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import Building2 from "lucide-react/icons/building-2";
import CircleCheck from "lucide-react/icons/circle-check";
import FlaskConical from "lucide-react/icons/flask-conical";
import Pause from "lucide-react/icons/pause";
import Users from "lucide-react/icons/users";
import { useId } from "react";
import { useTranslations } from "use-intl";
import { totalsQuery } from "../../../features/organizations/organizations.api.ts";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Skeleton, SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";

const stats = [
  { key: "totalTenants", icon: Building2 },
  { key: "activeTenants", icon: CircleCheck },
  { key: "trialTenants", icon: FlaskConical },
  { key: "suspendedTenants", icon: Pause },
  { key: "totalUsers", icon: Users },
] as const;

const row = "flex flex-wrap gap-4";
const box =
  "flex min-w-0 flex-1 basis-40 flex-col justify-between gap-1 rounded-r-3 border border-line bg-surface p-4";

function Stat({ icon: Icon, title, value }: { icon: LucideIcon; title: string; value: string }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={box}>
      <h2 id={titleId} className="flex items-start gap-2 text-body font-nav text-text-2">
        <Icon size={16} strokeWidth={2} className="mt-0.5 shrink-0" aria-hidden />
        {title}
      </h2>
      <p className="text-display text-text tabular-nums">{value}</p>
    </section>
  );
}

/** Numbers of organizations by state and of people, for the platform operator. */
export function PlatformTotals() {
  const t = useTranslations("dashboard");
  const format = useFormat();
  const totals = useQuery(totalsQuery());
  if (totals.data === undefined)
    return (
      <QueryFallback query={totals} failedTitle={t("error.title")}>
        <SkeletonGroup label={t("loading")} className={row}>
          {stats.map(({ key }) => (
            <div key={key} className={box}>
              <Skeleton className="my-1 h-4 w-24" />
              <Skeleton className="mt-3 h-7 w-16" />
            </div>
          ))}
        </SkeletonGroup>
      </QueryFallback>
    );
  return (
    <section aria-label={t("tiles")} className={row}>
      {stats.map(({ key, icon }) => (
        <Stat
          key={key}
          icon={icon}
          title={t(`platform.totals.${key}`)}
          value={format.number(totals.data[key])}
        />
      ))}
    </section>
  );
}
