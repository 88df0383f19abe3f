import type { OrganizationStatistics } from "@praxisportal/contract/organizations/organizations.schema";
import ShieldCheck from "lucide-react/icons/shield-check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../../platform/i18n/use-format.ts";
import { linkClass } from "../../../../ui/button/link-style.ts";
import { Meter } from "../../../../ui/chart/meter.tsx";
import { topDeductions, missingPoints } from "./deductions.ts";
import { Tile } from "../tile.tsx";

type Score = OrganizationStatistics["securityScore"];

const fullScore = 100;

function DeductionRow({ points, children }: { points: number; children: ReactNode }) {
  const t = useTranslations("dashboard");
  const format = useFormat();
  return (
    <li className="flex items-baseline justify-between gap-3">
      <span className="min-w-0">{children}</span>
      <span aria-hidden="true" className="shrink-0 font-strong text-text tabular-nums">
        −{format.number(points)}
      </span>
      <span className="sr-only">{t("security.minus", { points })}</span>
    </li>
  );
}

function Deductions({ checks }: { checks: Score["checks"] }) {
  const t = useTranslations("dashboard");
  const { largest, rest } = topDeductions(checks);
  if (largest.length === 0) return <p className="mt-2 text-small text-text-2">{t("security.allGood")}</p>;
  return (
    <ul className="mt-2 grid gap-0.5 text-small text-text-2">
      {largest.map((check) => (
        <DeductionRow key={check.id} points={missingPoints(check)}>
          {t(`security.short.${check.id}`, { affected: check.affected, total: check.total })}
        </DeductionRow>
      ))}
      {rest && <DeductionRow points={rest.points}>{t("security.more", { count: rest.count })}</DeductionRow>}
    </ul>
  );
}

/**
 * Security score with its largest deductions and a link to all checks. Users who cannot fix any of them see only the
 * value. Until a check has run, the default of the specification is displayed and labeled as such.
 */
export function SecurityTile({ score, onOpen }: { score: Score; onOpen: () => void }) {
  const t = useTranslations("dashboard");
  const format = useFormat();
  const hasChecks = score.checks.length > 0;
  const when =
    score.checkedAt !== null && t("security.checked", { when: format.momentInText(score.checkedAt) });
  return (
    <Tile
      icon={ShieldCheck}
      title={t("security.title")}
      value={format.number(score.value)}
      unit={t("security.of")}
      footer={
        hasChecks ? (
          <button type="button" aria-haspopup="dialog" onClick={onOpen} className={linkClass}>
            {t("security.open")}
          </button>
        ) : (
          when
        )
      }
    >
      <Meter
        plain
        className="mt-2"
        label={t("security.title")}
        valueText={t("security.meter", { value: score.value })}
        ratio={score.value / fullScore}
      />
      {hasChecks && <Deductions checks={score.checks} />}
      {score.checkedAt === null && (
        <>
          <p className="mt-2 flex items-start gap-1.5 text-small text-warning">
            <TriangleAlert size={14} strokeWidth={2} className="mt-px shrink-0" aria-hidden />
            {t("security.default")}
          </p>
          <p className="mt-1 text-small text-text-2">{t("security.defaultText")}</p>
        </>
      )}
    </Tile>
  );
}
