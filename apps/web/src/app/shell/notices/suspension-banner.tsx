import type { Organization } from "@praxisportal/contract/organizations/organizations.schema";
import Pause from "lucide-react/icons/pause";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Banner } from "../../../ui/feedback/banner.tsx";

interface SuspensionBannerProps {
  suspension: NonNullable<Organization["suspension"]>;
  /** The user is not bound by the suspension. */
  isPlatform: boolean;
}

/** On every page: the selected organization is suspended, why, and what that means for the user. */
export function SuspensionBanner({ suspension, isPlatform }: SuspensionBannerProps) {
  const t = useTranslations("shell");
  const format = useFormat();
  const effect = t(isPlatform ? "suspension.textPlatform" : "suspension.text");
  const { reason, since } = suspension;
  return (
    <Banner
      icon={Pause}
      state={t("suspension.title", { date: format.date(since) })}
      text={reason === null ? effect : `${t("suspension.reason", { reason })} · ${effect}`}
    />
  );
}
