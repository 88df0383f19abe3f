import { useTranslations } from "use-intl";
import { useNotify } from "../../platform/notifications/use-notify.ts";
import { Button } from "../../ui/button/button.tsx";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { useAddPasskey } from "./use-add-passkey.tsx";

/** Offers a passkey as the second factor, next to an app. */
export function PasskeyChoice({ onAdded }: { onAdded: () => void }) {
  const t = useTranslations("passkeys");
  const { notify } = useNotify();
  const passkey = useAddPasskey((name) => {
    notify({ type: "success", title: t("added", { name }), message: t("choice.addedText") });
    onAdded();
  });
  return (
    <Card>
      {passkey.failure !== null && (
        <ErrorBox persistent title={t("failed")} className="mb-4">
          {passkey.failure}
        </ErrorBox>
      )}
      <section className="grid gap-4">
        <div>
          <h2 className="text-section text-text">{t("choice.title")}</h2>
          <p className="mt-1 text-body text-text-2">{t("choice.text")}</p>
        </div>
        <p className="text-body text-text-2">{t("choice.key")}</p>
        <div>
          <Button variant="primary" busy={passkey.busy} busyLabel={t("preparing")} onClick={passkey.start}>
            {t("choice.start")}
          </Button>
        </div>
      </section>
      {passkey.dialog}
    </Card>
  );
}
