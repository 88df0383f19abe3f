import type { StaffStage } from "@praxisportal/contract/staff/staff.rules";
import CalendarDays from "lucide-react/icons/calendar-days";
import ListChecks from "lucide-react/icons/list-checks";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useId } from "react";
import { useTranslations } from "use-intl";
import { CountPill } from "../../../ui/label/count-pill.tsx";
import { BoardCard } from "./board-card.tsx";
import type { StaffBoardEntry } from "./board.api.ts";

const icons = { overdue: TriangleAlert, running: ListChecks, planned: CalendarDays } as const;
const colors = { overdue: "text-danger", running: "text-accent-text", planned: "text-text-2" } as const;

interface BoardColumnProps {
  organizationId: string;
  stage: StaffStage;
  /** Number of entries of the stage, including entries that are not listed. */
  count: number;
  entries: readonly StaffBoardEntry[];
}

/** Shows one stage of the board with its cards. */
export function BoardColumn({ organizationId, stage, count, entries }: BoardColumnProps) {
  const t = useTranslations("staff-board");
  const titleId = useId();
  const Icon = icons[stage];
  return (
    <section aria-labelledby={titleId} className="grid min-w-0 gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 id={titleId} className="flex items-center gap-2 text-section text-text">
          <Icon size={16} strokeWidth={2} className={colors[stage]} aria-hidden />
          {t(`stages.${stage}`)}
        </h2>
        <CountPill>{count}</CountPill>
      </div>
      {entries.length === 0 ? (
        <p className="rounded-r-3 border border-dashed border-line px-4 py-6 text-center text-dense text-text-2">
          {t(`none.${stage}`)}
        </p>
      ) : (
        <ul className="grid gap-3">
          {entries.map((entry) => (
            <li key={entry.id}>
              <BoardCard organizationId={organizationId} entry={entry} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
