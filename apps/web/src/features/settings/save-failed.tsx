import { useTranslations } from "use-intl";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { type Settings, useSettings } from "./settings.store.ts";

/** Shows the error in the card of a setting that was not saved, until the next attempt. */
export function SaveError({ of }: { of: keyof Settings }) {
  const t = useTranslations("settings");
  const hasFailed = useSettings(({ error, unsaved }) => error !== null && unsaved === of);
  if (!hasFailed) return null;
  return (
    <ErrorBox persistent title={t("saveFailed")} className="mt-3">
      {t("saveFailedText")}
    </ErrorBox>
  );
}
