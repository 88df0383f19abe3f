import Pause from "lucide-react/icons/pause";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { portalConfig } from "../../../platform/storage/portal-config.ts";
import { Banner, bannerLinkClass } from "../../../ui/feedback/banner.tsx";
import type { SuspensionNotice } from "./use-organization-notice.ts";
import { Dotted } from "../../../ui/label/dotted.tsx";

interface SuspensionBannerProps {
  notice: SuspensionNotice;
  /** The user is not bound by the suspension. */
  isPlatform: boolean;
}

/** Banner on every page of a suspended organization, with the reason and the consequences for the user. */
export function SuspensionBanner({ notice: { reason, since }, isPlatform }: SuspensionBannerProps) {
  const t = useTranslations("organization-notice");
  const format = useFormat();
  const { imprintUrl } = portalConfig();
  const effect = t(isPlatform ? "suspension.textPlatform" : "suspension.text");
  // The reason is free text and may end with a full stop, which the separator replaces.
  const cause = reason?.trim().replace(/\.$/u, "");
  return (
    <Banner
      icon={Pause}
      state={t("suspension.title", { date: format.date(since) })}
      text={<Dotted details={[cause !== undefined && t("suspension.reason", { reason: cause }), effect]} />}
      action={
        !isPlatform &&
        imprintUrl !== null && (
          <a className={bannerLinkClass} href={imprintUrl} target="_blank" rel="noreferrer">
            {t("suspension.contact")}
          </a>
        )
      }
    />
  );
}
