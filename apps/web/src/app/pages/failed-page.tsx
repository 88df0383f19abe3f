import { useTranslations } from "use-intl";
import { Button } from "../../ui/button.tsx";
import { StandalonePage } from "../shell/standalone-page.tsx";

/** Shown when a page could not be loaded, after one reload has already been tried. */
export function FailedPage() {
  const t = useTranslations("frame");
  return (
    <StandalonePage title={t("failedTitle")} text={t("failedText")}>
      <Button kind="primary" onClick={() => location.reload()}>
        {t("reload")}
      </Button>
    </StandalonePage>
  );
}
