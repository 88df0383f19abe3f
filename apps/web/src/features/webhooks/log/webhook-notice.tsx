import { useTranslations } from "use-intl";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import type { Webhook } from "../webhooks.api.ts";

interface WebhookNoticeProps {
  webhook: Webhook;
  onEnable: () => void;
  onReplay: () => void;
  /** Undefined if the user cannot own webhooks. */
  onTakeOver: (() => void) | undefined;
}

/**
 * Shows that the webhook is failing, disabled or without an owner, or that a replaced secret is still used for signing.
 */
export function WebhookNotice({ webhook, onEnable, onReplay, onTakeOver }: WebhookNoticeProps) {
  const t = useTranslations("webhooks");
  const format = useFormat();
  const { enabled, disabledReason, health, previousSecretsUntil } = webhook;
  const { failingSince, disabledFrom } = health;
  return (
    <>
      {!enabled && (
        <ErrorBox
          variant="warning"
          persistent
          title={t(`notice.${disabledReason ?? "manual"}`)}
          action={
            <WriteButton size="small" onClick={onEnable}>
              {t("actions.enable")}
            </WriteButton>
          }
        >
          {t("notice.disabledText")}
        </ErrorBox>
      )}
      {enabled && failingSince !== null && (
        <ErrorBox
          variant="warning"
          persistent
          title={t("notice.since", { time: format.momentInText(failingSince) })}
          action={
            <WriteButton size="small" onClick={onReplay}>
              {t("actions.replay")}
            </WriteButton>
          }
        >
          {disabledFrom === null
            ? t("notice.sinceText")
            : t("notice.disabledFrom", { date: format.date(disabledFrom) })}
        </ErrorBox>
      )}
      {webhook.owner === null && (
        <ErrorBox
          variant="warning"
          persistent
          title={t("notice.noOwner")}
          action={
            onTakeOver && (
              <WriteButton size="small" onClick={onTakeOver}>
                {t("actions.takeOver")}
              </WriteButton>
            )
          }
        >
          {t("notice.noOwnerText")}
        </ErrorBox>
      )}
      {previousSecretsUntil !== null && (
        <ErrorBox variant="info" persistent title={t("notice.secrets")}>
          {t("notice.secretsText", { time: format.momentInText(previousSecretsUntil) })}
        </ErrorBox>
      )}
    </>
  );
}
