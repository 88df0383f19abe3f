import type { OrganizationStatistics } from "@praxisportal/contract/organizations/organizations.schema";
import ChartColumn from "lucide-react/icons/chart-column";
import ShieldCheck from "lucide-react/icons/shield-check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Meter } from "../../../ui/meter.tsx";
import { Tile } from "./tile.tsx";

/** What the AI used this month; says so when nothing has been recorded yet. */
export function AiTile({ monthlyTokens }: { monthlyTokens: number | null }) {
  const t = useTranslations("dashboard");
  const format = useFormat();
  if (monthlyTokens === null) {
    return (
      <Tile
        icon={ChartColumn}
        title={t("ai.title")}
        figure={<span className="text-section">{t("ai.none")}</span>}
      >
        <p className="mt-2 text-small text-text-2">{t("ai.noneText")}</p>
      </Tile>
    );
  }
  return (
    <Tile
      icon={ChartColumn}
      title={t("ai.title")}
      figure={format.number(monthlyTokens)}
      unit={t("ai.unit")}
      foot={t("ai.recorded")}
    />
  );
}

const fullScore = 100;

/** The security score; the specification's default is labelled as such until a check has run. */
export function SecurityTile({ score }: { score: OrganizationStatistics["securityScore"] }) {
  const t = useTranslations("dashboard");
  const format = useFormat();
  const checked = score.checkedAt !== null;
  return (
    <Tile
      icon={ShieldCheck}
      title={t("security.title")}
      figure={format.number(score.value)}
      unit={t("security.of")}
      foot={score.checkedAt !== null && t("security.checked", { when: format.moment(score.checkedAt) })}
    >
      <Meter
        plain
        className="mt-2"
        label={t("security.title")}
        valueText={t("security.meter", { value: score.value })}
        ratio={score.value / fullScore}
      />
      {!checked && (
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
