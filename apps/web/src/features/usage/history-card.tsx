import type { DayRange } from "@praxisportal/contract/usage/usage.rules";
import type { Usage } from "@praxisportal/contract/usage/usage.schema";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { useToday } from "../../platform/i18n/use-today.ts";
import { Button } from "../../ui/button/button.tsx";
import { DateRangeForm } from "../../ui/form/date-range-form.tsx";
import { DaysCard } from "./chart/day-chart.tsx";
import { validateRange, lastDaysRange, rangeBefore } from "./history-range.ts";
import { UsageFallback } from "./usage-layout.tsx";
import type { UsageSearch } from "./usage-search.ts";
import { pastUsageQuery, usageHistoryQuery } from "./usage.api.ts";

const presets = [7, 30, 90, 365] as const;

export interface HistoryCardProps {
  organizationId: string;
  /** Usage of the current month up to today in the organization's time zone, or undefined while unknown. */
  month: Pick<Usage, "startDate" | "endDate" | "byDay"> | undefined;
  currency: string;
  search: UsageSearch;
  onSearch: (search: UsageSearch) => void;
}

/**
 * Returns the usage of the days in a range. The days of the current month come from `month`, so only earlier days are
 * requested.
 */
function useDays(organizationId: string, range: DayRange, month: HistoryCardProps["month"]) {
  const hasMonth = month !== undefined && range.endDate <= month.endDate;
  const earlierRange = hasMonth ? rangeBefore(range, month.startDate) : null;
  const pastUsage = useQuery({
    ...pastUsageQuery(organizationId, earlierRange ?? range),
    enabled: earlierRange !== null,
  });
  const full = useQuery({ ...usageHistoryQuery(organizationId, range), enabled: !hasMonth });
  if (!hasMonth) return { query: full, days: full.data?.data };
  const days = earlierRange === null ? [] : pastUsage.data?.data;
  const present = month.byDay.filter(({ date }) => date >= range.startDate && date <= range.endDate);
  return { query: pastUsage, days: days && [...days, ...present] };
}

/** Shows the usage by day for a chosen range. */
export function HistoryCard({ organizationId, month, currency, search, onSearch }: HistoryCardProps) {
  const t = useTranslations("usage");
  const present = useToday();
  const end = month?.endDate ?? present;
  const range: DayRange =
    search.from !== undefined && search.to !== undefined
      ? { startDate: search.from, endDate: search.to }
      : lastDaysRange(30, end);
  const { query, days } = useDays(organizationId, range, month);
  const choose = ({ startDate, endDate }: DayRange) => onSearch({ ...search, from: startDate, to: endDate });
  if (days === undefined) return <UsageFallback query={query} />;
  return (
    <DaysCard title={t("history.title")} currency={currency} days={days}>
      <div className="mb-5 flex flex-wrap items-end gap-x-4 gap-y-3">
        <RangeForm key={`${range.startDate} ${range.endDate}`} range={range} onChoose={choose} />
        <div className="flex flex-wrap gap-1">
          {presets.map((count) => (
            <Button
              key={count}
              size="small"
              variant="quiet"
              onClick={() => choose(lastDaysRange(count, end))}
            >
              {t("history.last", { days: count })}
            </Button>
          ))}
        </div>
      </div>
    </DaysCard>
  );
}

function RangeForm({ range, onChoose }: { range: DayRange; onChoose: (range: DayRange) => void }) {
  const t = useTranslations("usage");
  const common = useTranslations("common");
  return (
    <DateRangeForm
      className="flex flex-wrap items-end gap-3"
      range={{ from: range.startDate, to: range.endDate }}
      labels={{ from: t("history.from"), to: t("history.to"), apply: common("apply") }}
      check={({ from, to }) => {
        const fault = validateRange({ startDate: from, endDate: to });
        return fault === null || t(`history.${fault}`);
      }}
      onApply={({ from, to }) => onChoose({ startDate: from, endDate: to })}
    />
  );
}
