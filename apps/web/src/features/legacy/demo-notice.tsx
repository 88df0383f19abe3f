import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslations } from "use-intl";
import { portalConfig } from "../../platform/storage/portal-config.ts";
import { Banner } from "../../ui/feedback/banner.tsx";

/**
 * Explains above the lists of a demonstration that all people in them are fictitious. Extends to the edges of the page.
 */
export function DemoNotice() {
  const t = useTranslations("legacy");
  if (!portalConfig().demo) return null;
  return (
    <div className="-mx-4 -mt-4 mb-4 md:-mx-6 md:-mt-6 md:mb-6 print:hidden">
      <Banner icon={TriangleAlert} state={t("demo")} />
    </div>
  );
}
