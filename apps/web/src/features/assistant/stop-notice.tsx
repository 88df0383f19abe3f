import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import type { Stop } from "./choice/use-choices.ts";

interface StopNoticeProps {
  stop: Stop;
  /** A link to the page on which the organization resumes AI use, or null without the permission. */
  action: ReactNode | null;
}

/** Shows that AI use is stopped, with the scope, the reason and the people who can resume it. */
export function StopNotice({ stop, action }: StopNoticeProps) {
  const t = useTranslations("assistant");
  return (
    <ErrorBox
      persistent
      variant="warning"
      title={t(`stop.${stop.scope}`)}
      action={stop.scope === "platform" ? undefined : (action ?? undefined)}
    >
      <p>{stop.reason === null ? t("stop.noReason") : t("stop.reason", { reason: stop.reason })}</p>
      <p>{t(`stop.resumes.${stop.scope === "platform" ? "platform" : "practice"}`)}</p>
    </ErrorBox>
  );
}
