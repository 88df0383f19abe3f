import { useTranslations } from "use-intl";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import type { Stop } from "./choice/use-choices.ts";

/** Notice that AI use is stopped, with scope and reason. */
export function StopNotice({ stop }: { stop: Stop }) {
  const t = useTranslations("assistant");
  return (
    <ErrorBox persistent variant="warning" title={t(`stop.${stop.scope}`)}>
      {stop.reason === null ? t("stop.noReason") : t("stop.reason", { reason: stop.reason })}
    </ErrorBox>
  );
}
