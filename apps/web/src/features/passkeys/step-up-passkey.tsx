import { useQuery } from "@tanstack/react-query";
import KeyRound from "lucide-react/icons/key-round";
import { useTranslations } from "use-intl";
import type { stepUp } from "@praxisportal/contract/two-factor/two-factor.endpoints";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";
import { useAppMutation } from "../../platform/forms/use-app-mutation.ts";
import { supportsPasskeys } from "../../platform/passkeys/passkey-support.ts";
import { Button } from "../../ui/button/button.tsx";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { passkeysQuery } from "./passkeys.api.ts";

const stepUpRoute = route<typeof stepUp>()("twoFactor.stepUp", "POST", "/api/v1/auth/step-up");

/** Offers a passkey as the step-up, if the user has one. */
export function StepUpPasskey({ onConfirmed }: { onConfirmed: () => void }) {
  const t = useTranslations("step-up");
  const { data: passkeys = [] } = useQuery({ ...passkeysQuery, retry: false });

  const { run, busy, failure } = useAppMutation({
    async mutate() {
      const { proofForStepUp } = await import("../../platform/passkeys/passkey-proofs.ts");
      await call(stepUpRoute, { body: { passkey: await proofForStepUp() } });
    },
    onSuccess: onConfirmed,
    mapUnknown: () => t("passkeyFailed"),
  });

  if (passkeys.length === 0 || !supportsPasskeys()) return null;
  return (
    <div className="grid gap-3">
      {failure !== null && (
        <ErrorBox persistent title={t("failed")}>
          {failure}
        </ErrorBox>
      )}
      <Button block icon={KeyRound} busy={busy} busyLabel={t("busy")} onClick={() => void run()}>
        {t("usePasskey")}
      </Button>
    </div>
  );
}
