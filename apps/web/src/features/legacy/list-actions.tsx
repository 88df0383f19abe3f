import RefreshCw from "lucide-react/icons/refresh-cw";
import { useTranslations } from "use-intl";
import { useFormat } from "../../platform/i18n/use-format.ts";
import type { ListSource } from "../../platform/list/list-source.ts";
import { cx } from "../../ui/cx.ts";
import { IconButton } from "../../ui/button/icon-button.tsx";

interface ListActionsProps {
  query: ListSource<never>["query"];
}

/** Shows the time at which the list was read, and a button to refetch it. On phones, the time is below the button. */
export function ListActions({ query: { dataUpdatedAt, isFetching, refetch } }: ListActionsProps) {
  const t = useTranslations("legacy");
  const format = useFormat();
  return (
    <span className="flex items-center gap-2 text-small whitespace-nowrap text-text-3 max-md:flex-col-reverse max-md:items-end max-md:gap-1">
      {/* Takes its space from the beginning, so that the buttons do not move. */}
      <span className={cx("tabular-nums", dataUpdatedAt === 0 && "invisible")}>
        {t("asOf", { time: format.timeExact(dataUpdatedAt) })}
      </span>
      <IconButton
        icon={RefreshCw}
        label={t("reload")}
        variant="edge"
        disabled={isFetching}
        onClick={() => void refetch()}
      />
    </span>
  );
}
