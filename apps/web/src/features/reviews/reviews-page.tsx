import { reviewIntervals } from "@praxisportal/contract/reviews/reviews.rules";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import ClipboardCheck from "lucide-react/icons/clipboard-check";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { organizationKeys } from "../../entities/organization/organization-keys.ts";
import { QueryFallback } from "../../platform/app-state/query-fallback.tsx";
import { SelectField } from "../../platform/forms/fields.tsx";
import { useAppMutation } from "../../platform/forms/use-app-mutation.ts";
import { useWriteBlock, WriteButton } from "../../platform/forms/write-block.tsx";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { useNotify } from "../../platform/notifications/use-notify.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { SkeletonCard } from "../../ui/feedback/skeleton-card.tsx";
import { SkeletonGroup } from "../../ui/feedback/skeleton.tsx";
import { Dotted } from "../../ui/label/dotted.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { OpenReview } from "./open-review.tsx";
import { PastReview } from "./past-review.tsx";
import { reviewsQuery, type RightsReviewList, setReviewInterval, startReview } from "./reviews.api.ts";

/** /reviews: the regular review of the rights of an organization's members. */
export function ReviewsPage({ organizationId }: { organizationId: string }) {
  const t = useTranslations("reviews");
  const format = useFormat();
  const query = useQuery(reviewsQuery(organizationId));
  const { data } = query;
  const openReview = data?.data.find(({ completedAt }) => completedAt === null);
  return (
    <>
      <PageHeader
        title={t("title")}
        subtitle={
          data === undefined ? (
            "\u00A0"
          ) : openReview === undefined ? (
            data.isDue && data.data.length === 0 ? (
              t("dueFirst")
            ) : (
              t(data.isDue ? "dueSince" : "dueOn", { date: format.date(data.dueAt) })
            )
          ) : (
            <Dotted details={[t("startedOn", { date: format.date(openReview.startedAt) }), t("saved")]} />
          )
        }
      />
      <div className="mt-5 grid gap-4">
        <QueryFallback query={query} failedTitle={t("loadFailed")}>
          <SkeletonGroup label={t("loading")} className="grid gap-4">
            <SkeletonCard rows={1} />
            <SkeletonCard rows={3} />
          </SkeletonGroup>
        </QueryFallback>
        {data !== undefined && openReview === undefined && (
          <Start organizationId={organizationId} list={data} />
        )}
        {openReview !== undefined && (
          <OpenReview key={openReview.id} organizationId={organizationId} reviewId={openReview.id} />
        )}
        {data !== undefined && openReview === undefined && (
          <Past organizationId={organizationId} list={data} />
        )}
      </div>
    </>
  );
}

interface ListProps {
  organizationId: string;
  list: RightsReviewList;
}

function Start({ organizationId, list }: ListProps) {
  const t = useTranslations("reviews");
  const common = useTranslations("common");
  const client = useQueryClient();
  const starting = useAppMutation({
    mutate: (_input: void, { idempotencyKey }) => startReview(organizationId, idempotencyKey),
    onSuccess: () => client.invalidateQueries({ queryKey: organizationKeys.reviews(organizationId) }),
  });
  return (
    <Card title={t("startTitle")} description={t("startText")}>
      <div className="grid gap-5">
        {starting.failure !== null && (
          <ErrorBox persistent title={t("startFailed")}>
            {starting.failure}
          </ErrorBox>
        )}
        <div className="flex flex-wrap items-end justify-between gap-4">
          <Interval organizationId={organizationId} list={list} />
          <WriteButton
            variant="primary"
            icon={ClipboardCheck}
            busy={starting.busy}
            busyLabel={common("saving")}
            onClick={() => void starting.run()}
          >
            {t("start")}
          </WriteButton>
        </div>
      </div>
    </Card>
  );
}

function Interval({ organizationId, list }: ListProps) {
  const t = useTranslations("reviews");
  const { notifySuccess } = useNotify();
  const client = useQueryClient();
  const block = useWriteBlock();
  const change = useAppMutation({
    mutate: (months: RightsReviewList["intervalMonths"]) => setReviewInterval(organizationId, months),
    onSuccess(saved) {
      client.setQueryData(reviewsQuery(organizationId).queryKey, saved);
      notifySuccess(t("intervalSaved"));
    },
    toastTitle: t("intervalFailed"),
  });
  return (
    <fieldset disabled={block !== null || change.busy} className="w-full max-w-72">
      <SelectField
        label={t("interval")}
        {...(block !== null && { hint: block })}
        value={change.pending ?? list.intervalMonths}
        options={reviewIntervals.map((months) => ({ value: months, label: t("every", { months }) }))}
        onChange={(months) => void change.run(months)}
      />
    </fieldset>
  );
}

function Past({ organizationId, list }: ListProps) {
  const t = useTranslations("reviews");
  const [openId, setOpenId] = useState<string | null>(list.data[0]?.id ?? null);
  return (
    <Card flush title={t("pastTitle")} description={t("pastText")}>
      {list.data.length === 0 ? (
        <EmptyState icon={ClipboardCheck} title={t("emptyTitle")} text={t("emptyText")} />
      ) : (
        <ul className="divide-y divide-line">
          {list.data.map((review) => (
            <PastReview
              key={review.id}
              organizationId={organizationId}
              review={review}
              isShown={review.id === openId}
              onToggle={() => setOpenId(review.id === openId ? null : review.id)}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}
