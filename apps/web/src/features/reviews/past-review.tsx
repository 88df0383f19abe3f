import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import ChevronRight from "lucide-react/icons/chevron-right";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleDashed from "lucide-react/icons/circle-dashed";
import { useId } from "react";
import { useTranslations } from "use-intl";
import { QueryFallback } from "../../platform/app-state/query-fallback.tsx";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { linkClass } from "../../ui/button/link-style.ts";
import { cx } from "../../ui/cx.ts";
import { Skeleton, SkeletonGroup } from "../../ui/feedback/skeleton.tsx";
import { Badge } from "../../ui/label/badge.tsx";
import { type ReviewedMember, type RightsReview, reviewedMembersQuery } from "./reviews.api.ts";
import { Dotted } from "../../ui/label/dotted.tsx";

interface PastReviewProps {
  organizationId: string;
  review: RightsReview;
  isShown: boolean;
  onToggle: () => void;
}

/** Shows a completed review: its counts, and below them each decision and whether it was carried out. */
export function PastReview({ organizationId, review, isShown, onToggle }: PastReviewProps) {
  const t = useTranslations("reviews");
  const format = useFormat();
  const id = useId();
  const { kept, reduced, ended } = review;
  const day = format.date(review.completedAt ?? review.startedAt);
  const counts = [t("counts.kept", { kept }), t("counts.reduced", { reduced }), t("counts.ended", { ended })];
  return (
    <li>
      <h3>
        <button
          type="button"
          aria-expanded={isShown}
          aria-controls={id}
          onClick={onToggle}
          className="flex min-h-13 w-full flex-wrap items-center gap-x-3 gap-y-1 px-5 py-2 text-left hover:bg-surface-2"
        >
          <ChevronRight
            size={16}
            strokeWidth={2}
            aria-hidden
            className={cx(
              "shrink-0 text-text-3 transition-transform duration-(--t-quick)",
              isShown && "rotate-90",
            )}
          />
          <span className="text-body font-strong text-text">{day}</span>
          <span className="text-dense font-normal text-text-2">
            <Dotted details={counts} />
          </span>
        </button>
        {/* Buttons are not printed. */}
        <span className="hidden px-5 py-2 text-text print:block">
          <Dotted details={[day, ...counts]} />
        </span>
      </h3>
      <div id={id} hidden={!isShown}>
        {isShown && <Decisions organizationId={organizationId} reviewId={review.id} />}
      </div>
    </li>
  );
}

function Decisions({ organizationId, reviewId }: { organizationId: string; reviewId: string }) {
  const t = useTranslations("reviews");
  const query = useQuery(reviewedMembersQuery(organizationId, reviewId));
  const { data } = query;
  if (data === undefined)
    return (
      <QueryFallback query={query} failedTitle={t("loadFailed")} className="m-4">
        <SkeletonGroup label={t("loading")} className="grid gap-3 p-5">
          <Skeleton className="h-4 w-60" />
          <Skeleton className="h-4 w-44" />
        </SkeletonGroup>
      </QueryFallback>
    );
  // Pending decisions come first.
  const rank = ({ isCarriedOut }: ReviewedMember) => (isCarriedOut === false ? 0 : isCarriedOut ? 1 : 2);
  const members = data.toSorted((left, right) => rank(left) - rank(right));
  return (
    <ul className="divide-y divide-line border-t border-line bg-surface-2">
      {members.map((member) => (
        <DecidedMember key={member.userId} member={member} />
      ))}
    </ul>
  );
}

function DecidedMember({ member }: { member: ReviewedMember }) {
  const t = useTranslations("reviews");
  const roles = useTranslations("roles");
  const { userId, name, role, decision, reason, isCarriedOut } = member;
  return (
    <li className="grid gap-x-6 gap-y-1 py-3 pr-5 pl-12 text-dense sm:grid-cols-[1fr_1fr_15rem] sm:items-center">
      <div className="min-w-0">
        <p className="font-strong wrap-anywhere text-text">{name ?? t("erased")}</p>
        <p className="text-text-2">{roles.has(role as "viewer") ? roles(role as "viewer") : role}</p>
      </div>
      <div className="min-w-0">
        <p className="text-text">{decision !== null && t(`decided.${decision}`)}</p>
        <p className="wrap-anywhere text-text-2">{reason}</p>
      </div>
      <div className="flex flex-wrap items-center gap-3 sm:justify-end">
        {isCarriedOut === true && (
          <Badge tone="success" icon={CircleCheck}>
            {t("carriedOut")}
          </Badge>
        )}
        {isCarriedOut === false && (
          <>
            <Badge tone="warning" icon={CircleDashed}>
              {t("pending")}
            </Badge>
            <Link
              to="/users/$userId"
              params={{ userId }}
              search={
                decision === "end"
                  ? { tab: "staff", dialog: "leave", from: "reviews" }
                  : { tab: "rights", dialog: "role", from: "reviews" }
              }
              className={linkClass}
              aria-label={t(decision === "end" ? "planEndOf" : "changeRightsOf", {
                name: name ?? t("erased"),
              })}
            >
              {t(decision === "end" ? "planEnd" : "changeRights")}
            </Link>
          </>
        )}
      </div>
    </li>
  );
}
