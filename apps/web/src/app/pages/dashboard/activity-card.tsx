import type { Activity } from "@praxisportal/contract/organizations/organizations.schema";
import History from "lucide-react/icons/history";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { StatusBadge } from "../../../ui/label/status-badge.tsx";
import { activityIcons, anyActivityIcon } from "../../../features/audit/activity-icons.ts";
import { ActivitySentence } from "../../../features/audit/activity-sentence.tsx";

function Entry({ entry, children }: { entry: Activity; children: ReactNode }) {
  const t = useTranslations("activity");
  const format = useFormat();
  const Icon = activityIcons[entry.action] ?? anyActivityIcon;
  return (
    <li className="motion-appear flex items-start gap-3 px-5 py-3">
      <span className="mt-px grid size-7 shrink-0 place-items-center rounded-full bg-surface-3 text-text-2">
        <Icon size={14} strokeWidth={2} aria-hidden />
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="min-w-0 flex-1 basis-56 pt-1 text-dense text-text">
          {children}
          {entry.outcome !== "success" && (
            <>
              {" "}
              <span className="inline-block align-middle">
                <StatusBadge meaning="failed">{t(entry.outcome)}</StatusBadge>
              </span>
            </>
          )}
        </p>
        <time
          dateTime={entry.time}
          title={format.momentFull(entry.time)}
          className="shrink-0 text-small text-text-3 tabular-nums"
        >
          {format.moment(entry.time)}
        </time>
      </div>
    </li>
  );
}

export interface ActivityListProps<E extends Activity> {
  entries: readonly E[];
  /** Text of the empty state. */
  emptyText: string;
  /** Overrides the default sentence for an entry's action. */
  sentence?: (entry: E) => ReactNode;
}

/** Activity, newest first. */
export function ActivityList<E extends Activity>({ entries, emptyText, sentence }: ActivityListProps<E>) {
  const t = useTranslations("activity");
  if (entries.length === 0) return <EmptyState icon={History} title={t("empty")} text={emptyText} />;
  return (
    <ol className="divide-y divide-line">
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry}>
          {sentence?.(entry) ?? <ActivitySentence entry={entry} />}
        </Entry>
      ))}
    </ol>
  );
}

/** Recent activity in the organization, newest first, for users who manage members. */
export function ActivityCard({ entries }: { entries: readonly Activity[] }) {
  const t = useTranslations("activity");
  return (
    <Card title={t("title")} flush>
      <ActivityList entries={entries} emptyText={t("emptyText")} />
    </Card>
  );
}
