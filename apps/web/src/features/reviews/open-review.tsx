import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { organizationKeys } from "../../entities/organization/organization-keys.ts";
import { QueryFallback } from "../../platform/app-state/query-fallback.tsx";
import { useAppMutation } from "../../platform/forms/use-app-mutation.ts";
import { WriteButton } from "../../platform/forms/write-block.tsx";
import { useNotify } from "../../platform/notifications/use-notify.ts";
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
      <ReviewProgress organizationId={organizationId} reviewId={reviewId} reviewed={reviewed} />
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

function ReviewProgress({ organizationId, reviewId, reviewed }: LoadedProps) {
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
          <WriteButton
            variant={decidedCount === total ? "primary" : "secondary"}
            disabled={decidedCount < total}
            {...(decidedCount < total && {
              disabledReason: t("incomplete", { count: total - decidedCount }),
            })}
            busy={completing.busy}
            busyLabel={common("saving")}
            onClick={() => void completing.run()}
          >
            {t("complete")}
          </WriteButton>
        </div>
      </div>
    </Card>
  );
}
