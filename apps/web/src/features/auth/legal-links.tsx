import { useTranslations } from "use-intl";
import { portalConfig } from "../../platform/storage/portal-config.ts";
import { linkClass } from "../../ui/button/link-style.ts";

/** Links to the operator's imprint and privacy pages. Empty if the operator has configured none. */
export function LegalLinks() {
  const t = useTranslations("frame");
  const { imprintUrl, privacyUrl } = portalConfig();
  if (imprintUrl === null && privacyUrl === null) return null;
  return (
    <p className="mt-6 flex flex-wrap justify-center gap-x-4 gap-y-3 text-small">
      {imprintUrl !== null && (
        <a className={linkClass} href={imprintUrl} target="_blank" rel="noreferrer">
          {t("imprint")}
        </a>
      )}
      {privacyUrl !== null && (
        <a className={linkClass} href={privacyUrl} target="_blank" rel="noreferrer">
          {t("privacy")}
        </a>
      )}
    </p>
  );
}
