import { useTranslations } from "use-intl";
import { SecretDialog } from "../../../platform/forms/secret-dialog.tsx";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { SecretValue } from "../../../ui/label/secret-value.tsx";
import type { OrgTokenPair } from "./issue-token.api.ts";

interface RevealDialogProps {
  pair: OrgTokenPair;
  /** Name of the application. */
  name: string;
  onClose: () => void;
}

/** Shows both tokens once. */
export function RevealDialog({ pair, name, onClose }: RevealDialogProps) {
  const t = useTranslations("issue-token");
  const format = useFormat();
  const texts = (secret: string) => ({
    name: secret,
    copyLabel: t("reveal.copy"),
    copyName: t("reveal.copyOf", { name: secret }),
    copied: t("reveal.copied", { name: secret }),
    copyFailed: t("reveal.copyFailed"),
  });
  return (
    <SecretDialog
      title={t("reveal.title", { application: name })}
      description={t("reveal.text")}
      savedLabel={t("reveal.kept")}
      doneLabel={t("reveal.done")}
      saveFirst={t("reveal.keepFirst")}
      leave={{
        title: t("leave.title"),
        text: t("leave.text"),
        go: t("leave.go"),
        stay: t("leave.stay"),
      }}
      onClose={onClose}
    >
      <SecretValue
        {...texts(t("reveal.access"))}
        value={pair.accessToken}
        hint={t("reveal.accessHint", { time: format.time(pair.accessTokenExpiresAt) })}
      />
      <SecretValue
        {...texts(t("reveal.refresh"))}
        value={pair.refreshToken}
        hint={t("reveal.refreshHint", { date: format.date(pair.refreshTokenExpiresAt) })}
      />
    </SecretDialog>
  );
}
