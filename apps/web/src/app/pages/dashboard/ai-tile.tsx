import { Link } from "@tanstack/react-router";
import ChartColumn from "lucide-react/icons/chart-column";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { useHasPermission } from "../../../platform/session/session-access.ts";
import { linkClass } from "../../../ui/button/link-style.ts";
import { Tile } from "./tile.tsx";

/** AI usage of the current month, or a note if none has been recorded yet. */
export function AiTile({ monthlyTokens }: { monthlyTokens: number | null }) {
  const t = useTranslations("dashboard");
  const format = useFormat();
  const canOpen = useHasPermission("ai:read");
  if (monthlyTokens === null) {
    return (
      <Tile
        icon={ChartColumn}
        title={t("ai.title")}
        value={<span className="block text-section">{t("ai.none")}</span>}
      >
        <p className="mt-2 text-small text-text-2">{t("ai.noneText")}</p>
      </Tile>
    );
  }
  return (
    <Tile
      icon={ChartColumn}
      title={t("ai.title")}
      value={format.number(monthlyTokens)}
      unit={t("ai.unit")}
      footer={
        canOpen ? (
          <Link to="/ai-usage" className={linkClass}>
            {t("ai.open")}
          </Link>
        ) : (
          t("ai.recorded")
        )
      }
    />
  );
}
