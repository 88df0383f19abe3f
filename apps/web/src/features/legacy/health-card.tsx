import { useQuery } from "@tanstack/react-query";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import LoaderCircle from "lucide-react/icons/loader-circle";
import RefreshCw from "lucide-react/icons/refresh-cw";
import { useTranslations } from "use-intl";
import type { Scope } from "../../entities/organization/organization-keys.ts";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { Button } from "../../ui/button/button.tsx";
import { cx } from "../../ui/cx.ts";
import { healthQuery } from "./legacy.api.ts";

const styles = {
  checking: { icon: LoaderCircle, box: "border-line bg-surface", colorClass: "text-text-3" },
  available: { icon: CircleCheck, box: "border-line bg-surface", colorClass: "text-success" },
  unreachable: { icon: CircleX, box: "border-danger-line bg-danger-soft", colorClass: "text-danger" },
} as const;

/** Shows whether the legacy server responds. Checked every half minute and on request. */
export function HealthCard({ scope }: { scope: Scope }) {
  const t = useTranslations("legacy");
  const format = useFormat();
  const { data, isError, isFetching, refetch } = useQuery(healthQuery(scope));
  const availability = data?.available === true ? "available" : "unreachable";
  const state = data === undefined && !isError ? "checking" : isError ? "unreachable" : availability;
  const { icon: Icon, box, colorClass } = styles[state];
  return (
    <div
      role="status"
      data-state={state}
      className={cx("flex flex-wrap items-center gap-x-4 gap-y-3 rounded-r-3 border px-5 py-4", box)}
    >
      <Icon size={24} strokeWidth={1.75} className={cx("shrink-0", colorClass)} aria-hidden />
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-strong text-text">{t(`health.${state}`)}</p>
        <p className="text-dense text-text-2">
          {t(`health.${state}Text`)}
          {data !== undefined && (
            <span className="whitespace-nowrap tabular-nums">
              {" "}
              {t("health.checkedAt", { time: format.timeExact(data.checkedAt) })}
            </span>
          )}
        </p>
      </div>
      <Button size="small" icon={RefreshCw} busy={isFetching} onClick={() => void refetch()}>
        {t("health.check")}
      </Button>
    </div>
  );
}
