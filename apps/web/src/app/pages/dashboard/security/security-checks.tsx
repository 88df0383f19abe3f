import type { SecurityCheck } from "@praxisportal/contract/organizations/organizations.schema";
import { Link } from "@tanstack/react-router";
import ArrowRight from "lucide-react/icons/arrow-right";
import CircleCheck from "lucide-react/icons/circle-check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../../platform/i18n/use-format.ts";
import { buttonClass } from "../../../../ui/button/button-style.ts";
import { linkClass } from "../../../../ui/button/link-style.ts";
import { useCanManageOrganization } from "../../organization/use-can-manage.ts";
import { missingPoints } from "./deductions.ts";
import { daysOf } from "./check-days.ts";

/** Link to the page where a finding is fixed, usually the list of the people that the check counts. */
function Fix({ check }: { check: SecurityCheck }) {
  const t = useTranslations("security-checks");
  const canManage = useCanManageOrganization();
  const { id, affected } = check;
  const title = t(`checks.${id}.title`);
  const fix = t(`checks.${id}.fix`, { affected });
  const isRule = id === "administratorsTwoFactor" || id === "membersTwoFactor";
  const isElsewhere = isRule || id === "administratorCount" || id === "sharedUsernames";
  const link = {
    "aria-label": t("fixOf", { fix, check: title }),
    className: buttonClass({ size: "small" }),
    children: fix,
  };
  if (id === "overdueReview") {
    return canManage && <Link to="/reviews" {...link} className={`${link.className} mt-2`} />;
  }
  return (
    <div className="button-row mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
      {isRule ? (
        canManage && <Link to="/organization" search={{ tab: "settings", group: "security" }} {...link} />
      ) : id === "sharedUsernames" ? (
        <Link to="/users" search={{ create: "person" }} {...link} />
      ) : (
        <Link to="/users" search={id === "administratorCount" ? {} : { finding: id }} {...link} />
      )}
      {isElsewhere && (
        <Link
          to="/users"
          search={{ finding: id }}
          aria-label={t("viewOf", { check: title })}
          className={`${linkClass} inline-flex min-h-8 items-center justify-center gap-1 text-dense md:min-h-6`}
        >
          {t("view")}
          <ArrowRight size={14} strokeWidth={2} className="shrink-0" aria-hidden />
        </Link>
      )}
    </div>
  );
}

function Check({ check }: { check: SecurityCheck }) {
  const t = useTranslations("security-checks");
  const format = useFormat();
  const isGood = missingPoints(check) <= 0;
  const Icon = isGood ? CircleCheck : TriangleAlert;
  const counts = { affected: check.affected, total: check.total, days: daysOf(check.id) };
  return (
    <li className="flex gap-3 py-3">
      <Icon
        size={16}
        strokeWidth={2}
        className={isGood ? "mt-0.5 shrink-0 text-success" : "mt-0.5 shrink-0 text-warning"}
        aria-hidden
      />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline justify-between gap-4">
          <h4 className="min-w-0 text-body font-strong text-text">{t(`checks.${check.id}.title`)}</h4>
          <span aria-hidden="true" className="shrink-0 text-dense text-text-2 tabular-nums">
            <span className="font-strong text-text">{format.number(check.points)}</span>
            {" / "}
            {format.number(check.maxPoints)}
          </span>
          <span className="sr-only">{t("points", { points: check.points, max: check.maxPoints })}</span>
        </div>
        <p className="text-dense text-text">{t(`checks.${check.id}.${isGood ? "ok" : "found"}`, counts)}</p>
        {!isGood && (
          <>
            <p className="mt-1 text-dense text-text-2">{t(`checks.${check.id}.fixHint`)}</p>
            <Fix check={check} />
          </>
        )}
      </div>
    </li>
  );
}

interface ChecksProps {
  title: string;
  checks: readonly SecurityCheck[];
}

function Checks({ title, checks }: ChecksProps) {
  if (checks.length === 0) return null;
  return (
    <section className="mt-5">
      <h3 className="text-section text-text">{title}</h3>
      <ul className="divide-y divide-line">
        {checks.map((check) => (
          <Check key={check.id} check={check} />
        ))}
      </ul>
    </section>
  );
}

/** Every check with its points, failed checks first, with links to the pages where they are fixed. */
export function SecurityChecks({ checks }: Omit<ChecksProps, "title">) {
  const t = useTranslations("security-checks");
  const sum = checks.reduce((points, check) => points + check.points, 0);
  const maxSum = checks.reduce((points, check) => points + check.maxPoints, 0);
  return (
    <>
      <Checks title={t("toFix")} checks={checks.filter((check) => missingPoints(check) > 0)} />
      <Checks title={t("good")} checks={checks.filter((check) => missingPoints(check) <= 0)} />
      <p className="mt-2 flex items-baseline justify-between gap-4 border-t border-line-strong pt-3 text-body font-strong text-text">
        {t("sum")}
        <span className="tabular-nums">{t("points", { points: sum, max: maxSum })}</span>
      </p>
    </>
  );
}
