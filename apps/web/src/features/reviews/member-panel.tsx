import { levelsOf } from "@praxisportal/contract/rights";
import { type ReviewDecision, reviewDecisions } from "@praxisportal/contract/reviews/reviews.rules";
import { canAdminister } from "@praxisportal/contract/users/users.rules";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import List from "lucide-react/icons/list";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { type RefObject, useEffect, useId } from "react";
import { useTranslations } from "use-intl";
import { AppForm } from "../../platform/forms/app-form.tsx";
import { useAppForm } from "../../platform/forms/use-app-form.ts";
import { WriteButton } from "../../platform/forms/write-block.tsx";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { useSession } from "../../platform/session/session.store.ts";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { cx } from "../../ui/cx.ts";
import { RadioGroup } from "../../ui/form/radio-group.tsx";
import { Avatar } from "../../ui/label/avatar.tsx";
import { Badge } from "../../ui/label/badge.tsx";
import { Kbd } from "../../ui/label/kbd.tsx";
import { nameInitials } from "./member-list.tsx";
import { ReasonField } from "./reason-field.tsx";
import { offeredReasons } from "./reasons.ts";
import { decide, type ReviewedMember, reviewedMembersQuery } from "./reviews.api.ts";
import { daysSince, usedAreas } from "./unusual.ts";
import { Dotted } from "../../ui/label/dotted.tsx";

interface MemberPanelProps {
  panel: RefObject<HTMLElement | null>;
  organizationId: string;
  reviewId: string;
  member: ReviewedMember;
  /** All members of the review. */
  members: readonly ReviewedMember[];
  nowMs: number;
  position: number;
  onMove: (by: -1 | 1) => void;
  onList: () => void;
  onDecided: () => void;
}

/** Returns the page on which a decision is carried out. Its `from` leads back to the review. */
function followUpOf(decision: ReviewDecision | "") {
  if (decision === "reduce")
    return { to: "/users/$userId/permissions", search: { from: "reviews" } } as const;
  if (decision === "end")
    return { to: "/users/$userId", search: { tab: "staff", dialog: "leave", from: "reviews" } } as const;
  return undefined;
}

/** `isFollowed`: the decision is carried out at once, and not after the review. */
type Values = { decision: ReviewDecision | ""; reason: string; isFollowed: boolean };

/** Shows one member with their rights, the last use of each right, and the decision. */
export function MemberPanel(props: MemberPanelProps) {
  const { panel, organizationId, reviewId, member, members, nowMs, position } = props;
  const { onMove, onList, onDecided } = props;
  const t = useTranslations("reviews");
  const roles = useTranslations("roles");
  const common = useTranslations("common");
  const format = useFormat();
  const client = useQueryClient();
  const titleId = useId();
  const name = member.name ?? t("erased");
  const navigate = useNavigate();
  const actor = useSession((session) => session.user);
  const canChange =
    actor !== null &&
    actor.id !== member.userId &&
    canAdminister({ role: actor.role.type, permissions: actor.role.permissions }, member.role);
  const form = useAppForm<Values, void>({
    values: { decision: member.decision ?? "", reason: member.reason ?? "", isFollowed: false },
    check: ({ decision, reason }) => ({
      ...(decision === "" && { decision: t("decisionMissing") }),
      ...(reason.trim() === "" && { reason: t("reasonMissing") }),
    }),
    async send({ decision, reason }) {
      if (decision !== "") await decide(organizationId, reviewId, member.userId, { decision, reason });
    },
    onSuccess(_result, values) {
      form.reset(values);
      const decided = {
        decision: values.decision === "" ? null : values.decision,
        reason: values.reason.trim(),
      };
      // Updates the cache instead of refetching, because a review of a large organization has several pages.
      client.setQueryData(reviewedMembersQuery(organizationId, reviewId).queryKey, (known) =>
        known?.map((other) => (other.userId === member.userId ? { ...other, ...decided } : other)),
      );
      const follow = values.isFollowed ? followUpOf(values.decision) : undefined;
      if (follow === undefined) onDecided();
      else void navigate({ params: { userId: member.userId }, ...follow });
    },
  });
  // Focuses the panel, so that its keys work and a screen reader begins with the member.
  useEffect(() => {
    if (document.activeElement === document.body) panel.current?.focus({ preventScroll: true });
  }, [panel]);
  const { setValue } = form;
  useEffect(() => {
    // When the page opens, its heading has the focus.
    const page = panel.current?.closest("main");
    const onKeyDown = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
      // In a field, these keys are input.
      const isInField = event.target instanceof Element && event.target.matches("input, select, textarea");
      if (!isPlain || isInField || event.defaultPrevented) return;
      const decision = reviewDecisions[Number(event.key) - 1];
      if (decision !== undefined) setValue("decision", decision);
      else if (event.key === "ArrowLeft") onMove(-1);
      else if (event.key === "ArrowRight") onMove(1);
      else return;
      event.preventDefault();
    };
    page?.addEventListener("keydown", onKeyDown);
    return () => page?.removeEventListener("keydown", onKeyDown);
  });

  const { decision } = form.values;
  const follow = canChange ? followUpOf(decision) : undefined;
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-labelledby={titleId}
      className="min-w-0 rounded-r-3 border border-line bg-surface"
    >
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4">
        <Avatar id={member.userId} initials={nameInitials(name)} size={40} />
        <div className="min-w-0 flex-1 basis-48">
          <h2 id={titleId} className="text-section wrap-anywhere text-text">
            {name}
          </h2>
          <p className="text-dense text-text-2">
            <Dotted
              details={[
                roles.has(member.role as "viewer") ? roles(member.role as "viewer") : member.role,
                ...(member.isExternal ? [t("external")] : []),
                ...(member.endsAt === null ? [] : [t("endsOn", { date: format.date(member.endsAt) })]),
                member.lastSignInAt === null
                  ? t("unusual.neverSignedIn")
                  : t("lastSignIn", { date: format.date(member.lastSignInAt) }),
              ]}
            />
          </p>
        </div>
        <div className="flex items-center gap-1">
          <span className="mr-1 text-dense text-text-2">
            {t("position", { position, total: members.length })}
          </span>
          <IconButton icon={List} label={t("toList")} onClick={onList} />
          <IconButton icon={ChevronLeft} label={t("previous")} onClick={() => onMove(-1)} />
          <IconButton icon={ChevronRight} label={t("next")} onClick={() => onMove(1)} />
        </div>
      </header>
      <Rights member={member} nowMs={nowMs} />
      <AppForm form={form} label={t("decisionOf", { name })} failureTitle={t("decideFailed")}>
        <div className="grid gap-5 px-5 pt-4 md:grid-cols-2">
          <RadioGroup
            label={t("question")}
            value={decision === "" ? null : decision}
            onChange={(value) => form.setValue("decision", value)}
            error={form.errors["decision"]}
            options={reviewDecisions.map((value) => ({
              value,
              label: t(`decision.${value}`),
              hint:
                value === "end" && member.endsAt !== null
                  ? t("endHintPlanned", { date: format.date(member.endsAt) })
                  : t(`decisionHint.${value}`),
            }))}
          />
          <ReasonField
            field={form.field("reason")}
            suggestions={
              decision === "" ? [] : offeredReasons(members, decision, t(`usualReason.${decision}`))
            }
          />
        </div>
        {!canChange && (decision === "reduce" || decision === "end") && (
          <p className="px-5 pt-4 text-dense text-text-2">{t("notYours")}</p>
        )}
        <footer className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-5 py-3">
          <p className="hidden items-center gap-2 text-small text-text-2 md:flex">
            <Kbd>1</Kbd>
            <Kbd>2</Kbd>
            <Kbd>3</Kbd> {t("keys.choose")}
            <Kbd>←</Kbd>
            <Kbd>→</Kbd> {t("keys.move")}
          </p>
          <div className="button-row ml-auto flex flex-wrap justify-end gap-3">
            <WriteButton
              type="submit"
              variant={follow === undefined ? "primary" : "secondary"}
              busy={form.busy && !form.values.isFollowed}
              busyLabel={common("saving")}
              onClick={() => form.setValue("isFollowed", false)}
            >
              {t("save")}
            </WriteButton>
            {follow !== undefined && (
              <WriteButton
                type="submit"
                variant="primary"
                busy={form.busy && form.values.isFollowed}
                busyLabel={common("saving")}
                onClick={() => form.setValue("isFollowed", true)}
              >
                {t(decision === "end" ? "saveAndEnd" : "saveAndReduce")}
              </WriteButton>
            )}
          </div>
        </footer>
      </AppForm>
    </section>
  );
}

/** Shows the areas of a member as sentences, with the level and the last change. */
function Rights({ member, nowMs }: { member: ReviewedMember; nowMs: number }) {
  const t = useTranslations("reviews");
  const people = useTranslations("people");
  const format = useFormat();
  const areas = usedAreas(member, nowMs);
  // Use of the AI assistant does not count as a change.
  const canManageAi = levelsOf(member.role, member.permissions).aiManagement === "change";
  if (areas.length === 0)
    return <p className="border-y border-line px-5 py-4 text-dense text-text-2">{t("noRights")}</p>;
  return (
    <table className="w-full border-y border-line text-dense">
      <caption className="sr-only">{t("rights")}</caption>
      <thead className="bg-surface-2 text-left text-small text-text-2 max-sm:sr-only">
        <tr>
          <th scope="col" className="px-5 py-2 font-label">
            {t("may")}
          </th>
          <th scope="col" className="px-5 py-2 font-label">
            {t("lastChange")}
          </th>
        </tr>
      </thead>
      <tbody>
        {areas.map(({ area, level, lastChange, isUnused }) => (
          <tr key={area} className="border-t border-line max-sm:grid max-sm:py-1">
            <th scope="row" className="px-5 py-2.5 text-left font-normal text-text max-sm:pb-0">
              {t.rich(`sentence.${area === "ai" && level === "write" && !canManageAi ? "use" : level}`, {
                area: area === "workstations" ? t("workstations") : people(`areas.${area}`),
                strong: (chunks) => <strong className="font-strong">{chunks}</strong>,
              })}
            </th>
            <td className="px-5 py-2 text-text-2 max-sm:pt-0">
              <span className="flex flex-wrap items-center justify-between gap-2">
                <span className={cx(level === "read" && "text-text-3")}>
                  {level === "read" ? (
                    t("readsNotRecorded")
                  ) : lastChange === undefined ? (
                    t("noChange")
                  ) : (
                    <Dotted
                      details={[
                        format.date(lastChange),
                        t("daysAgo", { days: daysSince(lastChange, nowMs) }),
                      ]}
                    />
                  )}
                </span>
                {isUnused && (
                  <Badge tone="warning" icon={TriangleAlert}>
                    {t("unused")}
                  </Badge>
                )}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
