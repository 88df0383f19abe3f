import { Link } from "@tanstack/react-router";
import CalendarX from "lucide-react/icons/calendar-x";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { useSession } from "../../../platform/session/session.store.ts";
import { Banner, bannerLinkClass } from "../../../ui/feedback/banner.tsx";

const dayMs = 86_400_000;
const halfDayMs = dayMs / 2;

interface ContractEndBannerProps {
  /** Time at which all data are erased. */
  erasedFrom: string;
  /** Current time in ms. */
  now: number;
  /** The user is not bound by the end of the contract. */
  isPlatform: boolean;
}

/** Banner on every page after the end of the contract, with the time left to read and export the data. */
export function ContractEndBanner({ erasedFrom, now, isPlatform }: ContractEndBannerProps) {
  const t = useTranslations("organization-notice");
  const format = useFormat();
  const id = useSession((session) => session.organization?.id ?? "");
  const erasedFromMs = Date.parse(erasedFrom);
  const days = Math.max(0, Math.ceil((erasedFromMs - now) / dayMs));
  const link = { className: bannerLinkClass, children: t("contractEnd.export") };
  return (
    <Banner
      icon={CalendarX}
      // The last whole day, even when the clocks change before it.
      state={t("contractEnd.title", { date: format.date(erasedFromMs - halfDayMs) })}
      text={`${t("contractEnd.left", { days })} ${t("contractEnd.text")}`}
      action={
        isPlatform ? (
          <Link to="/tenant-management/$id" params={{ id }} search={{ tab: "export" }} {...link} />
        ) : (
          <Link to="/organization" search={{ tab: "settings", group: "export" }} {...link} />
        )
      }
    />
  );
}
