import type {
  FirstStepId,
  OrganizationStatistics,
} from "@praxisportal/contract/organizations/organizations.schema";
import { Link, linkOptions } from "@tanstack/react-router";
import Check from "lucide-react/icons/check";
import { useTranslations } from "use-intl";
import { changePreferences } from "../../../platform/preferences/preferences.store.ts";
import { useSession } from "../../../platform/session/session.store.ts";
import { buttonClass } from "../../../ui/button/button-style.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Meter } from "../../../ui/chart/meter.tsx";
import { cx } from "../../../ui/cx.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { useCanManageOrganization } from "../organization/use-can-manage.ts";

/** Links to the pages of the steps, with the dialog of each step open. */
const stepLinks = {
  details: linkOptions({ to: "/organization", search: {} }),
  secondAdministrator: linkOptions({ to: "/users", search: { create: "person" } }),
  administratorsTwoFactor: linkOptions({ to: "/users", search: { finding: "administratorsTwoFactor" } }),
  sites: linkOptions({ to: "/organization", search: { tab: "departments", create: "site" } }),
  people: linkOptions({ to: "/organization/staff-board" }),
  workstations: linkOptions({ to: "/organization/workstations", search: { edit: "current" } }),
  ai: linkOptions({ to: "/organization", search: { tab: "ai" } }),
} as const satisfies Record<FirstStepId, object>;

/** Links to the results of completed steps. */
const resultLinks = {
  ...stepLinks,
  secondAdministrator: linkOptions({ to: "/users", search: {} }),
  administratorsTwoFactor: linkOptions({ to: "/users", search: {} }),
  sites: linkOptions({ to: "/organization", search: { tab: "departments" } }),
  workstations: linkOptions({ to: "/organization/workstations", search: {} }),
} as const satisfies Record<FirstStepId, object>;

/** Ways to complete the step about the second factor, depending on what the user can do. */
const factorLinks = {
  setUp: linkOptions({ to: "/profile", search: { tab: "security" } }),
  require: linkOptions({ to: "/organization", search: { tab: "settings", group: "security" } }),
  action: stepLinks.administratorsTwoFactor,
} as const;

/** Returns the user's way: their own second factor first, then the rule that requires it of the others. */
function useFactorWay(): keyof typeof factorLinks {
  const canManage = useCanManageOrganization();
  const isMissing = useSession(
    ({ user }) =>
      user !== null && !user.twoFactorEnabled && ["org_admin", "practice_admin"].includes(user.role.type),
  );
  if (isMissing) return "setUp";
  return canManage ? "require" : "action";
}

interface FirstStepsProps {
  organizationId: string;
  steps: NonNullable<OrganizationStatistics["firstSteps"]>;
}

/** First steps of a new organization, with its progress. The first open step is emphasized. */
export function FirstSteps({ organizationId, steps }: FirstStepsProps) {
  const t = useTranslations("first-steps");
  const done = steps.filter((step) => step.done).length;
  const progress = t("progress", { done, all: steps.length });
  const next = steps.find((step) => !step.done)?.id;
  const factorWay = useFactorWay();
  const isFactor = (id: FirstStepId) => id === "administratorsTwoFactor";
  const linkOf = (id: FirstStepId) => (isFactor(id) ? factorLinks[factorWay] : stepLinks[id]);
  const actionOf = (id: FirstStepId) =>
    isFactor(id) ? t(`steps.administratorsTwoFactor.${factorWay}`) : t(`steps.${id}.action`);
  const hide = () =>
    changePreferences(({ firstStepsHiddenIn = [], ...rest }) => ({
      ...rest,
      // Only the newest are kept, because their number is limited.
      firstStepsHiddenIn: [...firstStepsHiddenIn.filter((id) => id !== organizationId), organizationId].slice(
        -20,
      ),
    }));
  return (
    <Card
      flush
      title={t("title")}
      description={progress}
      footer={
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-dense text-text-2">{t("hint")}</p>
          <Button className="max-sm:-ml-3" size="small" variant="quiet" onClick={hide}>
            {t("hide")}
          </Button>
        </div>
      }
    >
      <div className="px-5 pt-4 pb-2">
        <Meter plain label={t("title")} valueText={progress} ratio={done / steps.length} />
      </div>
      <ol className="divide-y divide-line">
        {steps.map(({ id, done: isDone }, index) => (
          <li
            key={id}
            className={cx(
              "flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3",
              id === next && "bg-accent-soft",
            )}
          >
            <span
              aria-hidden
              className={cx(
                "grid size-7 shrink-0 place-items-center rounded-full text-small font-strong tabular-nums",
                isDone
                  ? "bg-success-soft text-success"
                  : id === next
                    ? "bg-accent text-accent-ink"
                    : "border border-line-strong text-text-2",
              )}
            >
              {isDone ? <Check size={14} strokeWidth={2.5} /> : index + 1}
            </span>
            <div className="min-w-0 flex-1 basis-48">
              <h3 className="text-dense font-strong text-text">
                {t(`steps.${id}.title`)}
                {isDone && <span className="sr-only"> ({t("done")})</span>}
              </h3>
              <p className="text-small text-text-2">{t(`steps.${id}.text`)}</p>
            </div>
            <Link
              {...(isDone ? resultLinks[id] : linkOf(id))}
              aria-label={`${isDone ? t("view") : actionOf(id)}: ${t(`steps.${id}.title`)}`}
              className={cx(
                buttonClass({
                  size: "small",
                  variant: isDone ? "quiet" : id === next ? "primary" : "secondary",
                }),
                // The button is below the text and not below the number. The label of a quiet button is aligned with
                // the text, and about as far from it as the edge of another button.
                isDone ? "max-sm:-my-2 max-sm:ml-8" : "max-sm:ml-11",
              )}
            >
              {isDone ? t("view") : actionOf(id)}
            </Link>
          </li>
        ))}
      </ol>
    </Card>
  );
}
