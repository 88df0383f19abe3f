import { Link } from "@tanstack/react-router";
import FlaskConical from "lucide-react/icons/flask-conical";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { sessionHasRole, useHasPermission } from "../../../platform/session/session-access.ts";
import { useSession } from "../../../platform/session/session.store.ts";
import { Banner, bannerLinkClass } from "../../../ui/feedback/banner.tsx";
import type { TrialNotice } from "./use-organization-notice.ts";

interface TrialBannerProps {
  notice: TrialNotice;
  /** The user is not bound by the end of the trial. */
  isPlatform: boolean;
}

/** Link to the page on which the user can choose a plan for the selected organization. */
function ChoosePlan({ isPlatform }: Pick<TrialBannerProps, "isPlatform">) {
  const t = useTranslations("organization-notice");
  const id = useSession((session) => session.organization?.id ?? "");
  const props = { className: bannerLinkClass, children: t("trial.choose") };
  return isPlatform ? (
    <Link to="/tenant-management/$id" params={{ id }} search={{ tab: "limits" }} {...props} />
  ) : (
    <Link to="/billing-subscription" {...props} />
  );
}

/**
 * Banner on every page when the trial is over or ends soon, with the consequences and the people who can choose a plan.
 */
export function TrialBanner({ notice, isPlatform }: TrialBannerProps) {
  const { endsAt, isReadOnly: isOver, daysLeft } = notice;
  const t = useTranslations("organization-notice");
  const format = useFormat();
  const isAdministrator = useSession((session) => sessionHasRole(session, ["org_admin"]));
  const isOperator = useSession((session) => sessionHasRole(session, ["super_admin"]));
  const canOpenPlans = useHasPermission("billing:read");
  const canChoose = useHasPermission("billing:write") && canOpenPlans;
  const date = format.date(endsAt);
  const manager = isPlatform ? "platform" : canChoose ? "chooser" : "administrator";
  const isMember = !isPlatform && !isAdministrator && !canChoose;
  // Members can do nothing about a trial that is still running.
  if (isMember && !isOver) return null;
  return (
    <Banner
      icon={FlaskConical}
      state={t(isOver ? "trial.over" : "trial.ending", { date })}
      text={
        isOver
          ? t(`trial.overText.${isMember ? "member" : manager}`)
          : `${t("trial.left", { days: daysLeft })} ${t(`trial.endingText.${manager}`)}`
      }
      action={isOperator || (canChoose && !isPlatform) ? <ChoosePlan isPlatform={isPlatform} /> : undefined}
    />
  );
}
