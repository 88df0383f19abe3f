import { staffStages } from "@praxisportal/contract/staff/staff.rules";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import CalendarClock from "lucide-react/icons/calendar-clock";
import ClipboardCheck from "lucide-react/icons/clipboard-check";
import LogOut from "lucide-react/icons/log-out";
import { useTranslations } from "use-intl";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { userStatisticsQuery } from "../../../entities/person/person.api.ts";
import { useSeatsText } from "../../../entities/person/use-seats-text.ts";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { lazyDialog, preloads } from "../../../platform/loading/lazy-part.tsx";
import { useKeptState } from "../../../platform/session/page-state/kept-state.ts";
import { buttonClass } from "../../../ui/button/button-style.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { SkeletonCard } from "../../../ui/feedback/skeleton-card.tsx";
import { SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";
import { Dotted } from "../../../ui/label/dotted.tsx";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { OnboardingDialog, StartOnboarding } from "../person/person-actions.tsx";
import { BoardColumn } from "./board-column.tsx";
import { boardQuery, type TemplateKey } from "./board.api.ts";
import { TemplatesCard } from "./templates-card.tsx";

const StartOffboardingDialog = lazyDialog(
  async () => (await import("../staff/start-offboarding-dialog.tsx")).StartOffboardingDialog,
  "people",
  "staff",
);

/** /organization/staff-board: onboardings and offboardings with their open tasks. */
export function StaffBoardPage({ organizationId }: { organizationId: string }) {
  const t = useTranslations("staff-board");
  const users = useTranslations("users");
  const seatsText = useSeatsText();
  const [started, setStarted] = useKeptState<{ template: TemplateKey | null } | undefined>(
    "onboarding",
    undefined,
  );
  const [isOffboarding, setIsOffboarding] = useKeptState("start-offboarding", false);
  const statistics = useQuery(userStatisticsQuery(organizationId)).data;
  const counts = useQuery(boardQuery(organizationId)).data?.counts;
  const facts = [
    counts && t("counts", counts),
    statistics && seatsText({ taken: statistics.seatsTaken, max: statistics.maxUsers }),
  ];
  return (
    <div className="grid gap-6">
      <PageHeader
        title={t("title")}
        subtitle={facts.some(Boolean) ? <Dotted details={facts} /> : "\u00A0"}
        actions={
          <>
            <WriteButton
              icon={LogOut}
              {...preloads(StartOffboardingDialog)}
              onClick={() => setIsOffboarding(true)}
            >
              {t("leave")}
            </WriteButton>
            <WriteButton
              variant="primary"
              icon={ClipboardCheck}
              {...preloads(OnboardingDialog)}
              onClick={() => setStarted({ template: null })}
            >
              {t("join")}
            </WriteButton>
          </>
        }
      />
      <div>
        <Link to="/users" search={{ endsWithinDays: "30" }} className={buttonClass({ size: "small" })}>
          <CalendarClock size={16} strokeWidth={2} aria-hidden />
          {users("endsWithin30Days")}
        </Link>
      </div>
      <Board organizationId={organizationId} />
      {/* After the board, so that it does not move when the board is loaded. */}
      {counts && (
        <TemplatesCard organizationId={organizationId} onStart={(template) => setStarted({ template })} />
      )}
      {started !== undefined && (
        <StartOnboarding
          organizationId={organizationId}
          open
          template={started.template}
          onClose={() => setStarted(undefined)}
        />
      )}
      {isOffboarding && (
        <StartOffboardingDialog organizationId={organizationId} onClose={() => setIsOffboarding(false)} />
      )}
    </div>
  );
}

/** The three columns of the board. */
function Board({ organizationId }: { organizationId: string }) {
  const t = useTranslations("staff-board");
  const query = useQuery(boardQuery(organizationId));
  if (query.data === undefined) {
    return (
      <QueryFallback query={query} failedTitle={t("loadFailed")}>
        <SkeletonGroup label={t("loading")}>
          <div className="grid gap-4 lg:grid-cols-3">
            {staffStages.map((stage) => (
              <SkeletonCard key={stage} rows={2} />
            ))}
          </div>
        </SkeletonGroup>
      </QueryFallback>
    );
  }
  const { data, counts, pagination } = query.data;
  if (data.length === 0) {
    return (
      <div className="rounded-r-3 border border-line bg-surface">
        <EmptyState icon={ClipboardCheck} title={t("emptyTitle")} text={t("emptyText")} />
      </div>
    );
  }
  return (
    <div className="grid gap-3">
      <div className="grid items-start gap-4 lg:grid-cols-3">
        {staffStages.map((stage) => (
          <BoardColumn
            key={stage}
            organizationId={organizationId}
            stage={stage}
            count={counts[stage]}
            entries={data.filter((entry) => entry.stage === stage)}
          />
        ))}
      </div>
      {pagination.total > data.length && (
        <p className="text-dense text-text-2">{t("more", { shown: data.length, total: pagination.total })}</p>
      )}
    </div>
  );
}
