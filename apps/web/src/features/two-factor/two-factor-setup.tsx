import { useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslations } from "use-intl";
import { isApiError, messageOf } from "../../platform/api-client/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ErrorBox } from "../../ui/message-box.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { Steps } from "../../ui/steps.tsx";
import { CodesStep } from "./codes-step.tsx";
import { ConfirmStep } from "./confirm-step.tsx";
import { ScanStep } from "./scan-step.tsx";
import { SetupStep } from "./setup-step.tsx";
import { readSetup, refreshUser, twoFactorQuery, type TwoFactorSetup } from "./two-factor.api.ts";

const steps = ["app", "scan", "confirm", "codes"] as const;
type Step = (typeof steps)[number];

type Place =
  | { readonly step: "app"; readonly returned?: true }
  | { readonly step: "scan" | "confirm"; readonly setup: TwoFactorSetup }
  | { readonly step: "codes"; readonly codes: readonly string[] };

interface AppStepProps {
  busy: boolean;
  takesFocus: boolean;
  onNext: () => void;
}

function AppStep({ busy, takesFocus, onNext }: AppStepProps) {
  const t = useTranslations("two-factor");
  return (
    <SetupStep title={t("app.title")} text={t("app.text")} takesFocus={takesFocus}>
      <p className="text-body text-text-2">{t("app.which")}</p>
      <p className="text-body text-text-2">{t("app.have")}</p>
      <div>
        <Button kind="primary" busy={busy} busyLabel={t("loading")} onClick={onNext}>
          {t("next")}
        </Button>
      </div>
    </SetupStep>
  );
}

function AlreadyOn({ onLeave }: { onLeave: () => void }) {
  const t = useTranslations("two-factor");
  return (
    <>
      <PageHead title={t("on.title")} fact={t("on.text")} />
      <Button className="mt-4" onClick={onLeave}>
        {t("toProfile")}
      </Button>
    </>
  );
}

export interface TwoFactorSetupPageProps {
  /** The session is restricted until the setup is complete. */
  forced: boolean;
  /** The setup is complete, or was already. */
  onLeave: () => void;
}

/** Sets up the second factor in four steps. Nothing takes effect before the third one. */
export function TwoFactorSetupPage({ forced, onLeave }: TwoFactorSetupPageProps) {
  const t = useTranslations("two-factor");
  const client = useQueryClient();
  const [place, setPlace] = useState<Place>({ step: "app" });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isOn, setOn] = useState(false);

  /** Loads the secret: the pending one, or a new one after it expired. */
  async function toScan(): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      setPlace({ step: "scan", setup: await readSetup() });
    } catch (error) {
      if (isApiError(error, "TWO_FACTOR_ALREADY_ON")) setOn(true);
      // The user cancelled the step-up; not an error.
      else if (!isApiError(error, "STEP_UP_REQUIRED")) setFailure(messageOf(error, t("failed")));
    } finally {
      setBusy(false);
    }
  }

  async function renew(): Promise<void> {
    await toScan();
    setFailure(t("confirm.expired"));
  }

  function finish(): void {
    void client.invalidateQueries({ queryKey: twoFactorQuery.queryKey });
    void refreshUser();
    onLeave();
  }

  function content(): ReactNode {
    switch (place.step) {
      case "app":
        return <AppStep busy={busy} takesFocus={place.returned === true} onNext={() => void toScan()} />;
      case "scan":
        return (
          <ScanStep
            setup={place.setup}
            onBack={() => setPlace({ step: "app", returned: true })}
            onNext={() => {
              setFailure(null);
              setPlace({ step: "confirm", setup: place.setup });
            }}
          />
        );
      case "confirm":
        return (
          <ConfirmStep
            onBack={() => setPlace({ step: "scan", setup: place.setup })}
            onEnabled={(codes) => setPlace({ step: "codes", codes })}
            onExpired={() => void renew()}
          />
        );
      case "codes":
        return <CodesStep codes={place.codes} onFinish={finish} />;
    }
  }

  const names: Record<Step, string> = {
    app: t("app.step"),
    scan: t("scan.step"),
    confirm: t("confirm.step"),
    codes: t("codes.step"),
  };
  if (isOn) return <AlreadyOn onLeave={onLeave} />;
  return (
    <>
      <PageHead title={t("title")} fact={t(forced ? "forced" : "fact")} />
      <div className="mt-4 grid gap-4">
        <Steps
          label={t("steps")}
          steps={steps.map((step) => names[step])}
          current={steps.indexOf(place.step)}
          doneLabel={t("done")}
        />
        <Card>
          {failure !== null && (
            <ErrorBox persistent title={t("failed")} className="mb-4">
              {failure}
            </ErrorBox>
          )}
          {content()}
        </Card>
      </div>
    </>
  );
}
