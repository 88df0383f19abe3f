import { useTranslations } from "use-intl";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import type { Stop } from "./choice/use-choices.ts";

/** Shows that AI use is stopped, with the scope, the reason and the people who can resume it. */
export function StopNotice({ stop }: { stop: Stop }) {
  const t = useTranslations("assistant");
  return (
    <ErrorBox persistent variant="warning" title={t(`stop.${stop.scope}`)}>
      <p>{stop.reason === null ? t("stop.noReason") : t("stop.reason", { reason: stop.reason })}</p>
      <p>{t(`stop.resumes.${stop.scope === "platform" ? "platform" : "practice"}`)}</p>
    </ErrorBox>
  );
}
