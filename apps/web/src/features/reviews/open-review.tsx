import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { organizationKeys } from "../../entities/organization/organization-keys.ts";
import { QueryFallback } from "../../platform/app-state/query-fallback.tsx";
import { useAppMutation } from "../../platform/forms/use-app-mutation.ts";
import { WriteButton } from "../../platform/forms/write-block.tsx";
import { useNotify } from "../../platform/notifications/use-notify.ts";
import { linkClass } from "../../ui/button/link-style.ts";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { Progress } from "../../ui/chart/meter.tsx";
import { SkeletonCard } from "../../ui/feedback/skeleton-card.tsx";
import { SkeletonGroup } from "../../ui/feedback/skeleton.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { MemberList } from "./member-list.tsx";
import { MemberPanel } from "./member-panel.tsx";
import { PrintedDecisions } from "./printed-decisions.tsx";
import { completeReview, type ReviewedMember, reviewedMembersQuery } from "./reviews.api.ts";
import { unusualFirst } from "./unusual.ts";
import { Dotted } from "../../ui/label/dotted.tsx";

interface OpenReviewProps {
  organizationId: string;
  reviewId: string;
}

/**
 * Shows the open review: its progress, the members (unusual ones first), and the decision about the selected member.
 */
export function OpenReview({ organizationId, reviewId }: OpenReviewProps) {
  const t = useTranslations("reviews");
  const query = useQuery(reviewedMembersQuery(organizationId, reviewId));
  const { data } = query;
  if (data === undefined)
    return (
      <QueryFallback query={query} failedTitle={t("loadFailed")}>
        <SkeletonGroup label={t("loading")}>
          <SkeletonCard rows={5} />
        </SkeletonGroup>
      </QueryFallback>
    );
  return <Loaded organizationId={organizationId} reviewId={reviewId} reviewed={data} />;
}

interface LoadedProps extends OpenReviewProps {
  reviewed: readonly ReviewedMember[];
}

function Loaded({ organizationId, reviewId, reviewed }: LoadedProps) {
  // The order stays while the user works through it.
  const [nowMs] = useState(() => Date.now());
  const members = unusualFirst(reviewed, nowMs);
  const [chosenId, setChosenId] = useState<string | undefined>(
    () => (members.find(({ decision }) => decision === null) ?? members[0])?.userId,
  );
  const index = Math.max(
    0,
    members.findIndex(({ userId }) => userId === chosenId),
  );
  const member = members[index];
  const list = useRef<HTMLElement>(null);
  const panel = useRef<HTMLElement>(null);
  const [jumps, setJumps] = useState(0);
  // The panel of the person is there only after the change.
  useEffect(() => {
    if (jumps > 0) panel.current?.focus();
  }, [jumps]);
  const toFirstOpen = () => {
    setChosenId(members.find(({ decision }) => decision === null)?.userId ?? chosenId);
    setJumps((count) => count + 1);
  };
  const move = (by: number) => {
    const next = members[(index + by + members.length) % members.length];
    if (next !== undefined) setChosenId(next.userId);
  };
  const toNextOpen = () => {
    const followingMembers = [...members.slice(index + 1), ...members.slice(0, index)];
    const next = followingMembers.find(({ decision }) => decision === null);
    if (next !== undefined) setChosenId(next.userId);
  };
  return (
    <>
      <ReviewProgress
        organizationId={organizationId}
        reviewId={reviewId}
        reviewed={reviewed}
        onFirstOpen={toFirstOpen}
      />
      <PrintedDecisions members={members} />
      <div className="grid items-start gap-4 lg:grid-cols-[17.5rem_1fr] print:hidden">
        <MemberList
          list={list}
          members={members}
          nowMs={nowMs}
          chosenId={member?.userId}
          onChoose={setChosenId}
        />
        {member !== undefined && (
          <MemberPanel
            // A new form for each member.
            key={member.userId}
            panel={panel}
            organizationId={organizationId}
            reviewId={reviewId}
            member={member}
            members={members}
            nowMs={nowMs}
            position={index + 1}
            onMove={move}
            onList={() => list.current?.querySelector<HTMLElement>("[aria-current]")?.focus()}
            onDecided={toNextOpen}
          />
        )}
      </div>
    </>
  );
}

interface ReviewProgressProps extends LoadedProps {
  /** Shows the first person without a decision. */
  onFirstOpen: () => void;
}

function ReviewProgress({ organizationId, reviewId, reviewed, onFirstOpen }: ReviewProgressProps) {
  const t = useTranslations("reviews");
  const common = useTranslations("common");
  const { notifySuccess } = useNotify();
  const client = useQueryClient();
  const completing = useAppMutation({
    mutate: () => completeReview(organizationId, reviewId),
    async onSuccess() {
      notifySuccess(t("completed"));
      await client.invalidateQueries({ queryKey: organizationKeys.reviews(organizationId) });
    },
    onFailure: () => void client.invalidateQueries({ queryKey: organizationKeys.reviews(organizationId) }),
  });
  const countOf = (value: string) => reviewed.filter(({ decision }) => decision === value).length;
  const total = reviewed.length;
  const decidedCount = reviewed.filter(({ decision }) => decision !== null).length;
  const openCount = total - decidedCount;
  return (
    <Card>
      <div className="grid gap-4">
        {completing.failure !== null && (
          <ErrorBox persistent title={t("completeFailed")}>
            {completing.failure}
          </ErrorBox>
        )}
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
          <div className="min-w-0 flex-1 basis-60">
            <Progress
              label={t("progress")}
              valueText={t("progressValue", { done: decidedCount, total })}
              ratio={total === 0 ? 0 : decidedCount / total}
            />
            <p className="mt-2 text-dense text-text-2">
              <Dotted
                details={[
                  t("counts.kept", { kept: countOf("keep") }),
                  t("counts.reduced", { reduced: countOf("reduce") }),
                  t("counts.ended", { ended: countOf("end") }),
                ]}
              />
            </p>
          </div>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            {openCount > 0 && (
              <button
                type="button"
                onClick={onFirstOpen}
                className={`${linkClass} min-h-10 text-dense md:min-h-8`}
              >
                {t("stillOpen", { count: openCount })}
              </button>
            )}
            <WriteButton
              variant={openCount === 0 ? "primary" : "secondary"}
              disabled={openCount > 0}
              {...(openCount > 0 && { disabledReason: t("incomplete", { count: openCount }) })}
              busy={completing.busy}
              busyLabel={common("saving")}
              onClick={() => void completing.run()}
            >
              {t("complete")}
            </WriteButton>
          </div>
        </div>
      </div>
    </Card>
  );
}
