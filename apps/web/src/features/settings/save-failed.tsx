import { useTranslations } from "use-intl";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { useSettings } from "./settings.store.ts";

/** Shown after a failed save until the next attempt. */
export function SaveError() {
  const t = useTranslations("settings");
  const failed = useSettings((settings) => settings.error !== null);
  if (!failed) return null;
  return (
    <ErrorBox persistent title={t("saveFailed")} className="mt-3">
      {t("saveFailedText")}
    </ErrorBox>
  );
}
