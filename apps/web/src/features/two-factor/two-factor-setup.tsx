import { useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslations } from "use-intl";
import { useAppMutation } from "../../platform/forms/use-app-mutation.ts";
import { Button } from "../../ui/button/button.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { Steps } from "../../ui/feedback/steps.tsx";
import { CodesStep } from "./codes-step.tsx";
import { ConfirmStep } from "./confirm-step.tsx";
import { ScanStep } from "./scan-step.tsx";
import { cx } from "../../ui/cx.ts";
import { SetupStep } from "./setup-step.tsx";
import { readSetup, refreshUser, twoFactorQuery, type TwoFactorSetup } from "./two-factor.api.ts";

const steps = ["app", "scan", "confirm", "codes"] as const;
type Step = (typeof steps)[number];

type SetupState =
  | { readonly step: "app"; readonly returned?: true }
  | { readonly step: "scan" | "confirm"; readonly setup: TwoFactorSetup }
  | { readonly step: "codes"; readonly codes: readonly string[] };

interface AppStepProps {
  /** True if the app is one of two choices. */
  isChoice: boolean;
  /** True if the user must set up a second factor and only the app is possible in this browser or at this address. */
  isOnly: boolean;
  busy: boolean;
  takesFocus: boolean;
  onNext: () => void;
}

function AppStep({ isChoice, isOnly, busy, takesFocus, onNext }: AppStepProps) {
  const t = useTranslations("two-factor");
  return (
    <SetupStep
      title={t(isChoice ? "app.choiceTitle" : "app.title")}
      text={t("app.text")}
      takesFocus={takesFocus}
    >
      <p className="text-body text-text-2">{t("app.which")}</p>
      <p className="text-body text-text-2">{t("app.have")}</p>
      {isOnly && <p className="text-dense text-text-2">{t("app.only")}</p>}
      <div>
        <Button variant="primary" busy={busy} busyLabel={t("loading")} onClick={onNext}>
          {t("next")}
        </Button>
      </div>
    </SetupStep>
  );
}

function AlreadyEnabled({ onLeave }: { onLeave: () => void }) {
  const t = useTranslations("two-factor");
  return (
    <>
      <PageHeader title={t("on.title")} subtitle={t("on.text")} />
      <Button className="mt-4" onClick={onLeave}>
        {t("toProfile")}
      </Button>
    </>
  );
}

export interface TwoFactorSetupPageProps {
  /** The session is restricted until the setup is complete. */
  forced: boolean;
  /** Called when the setup is complete, or if it was already complete. */
  onLeave: () => void;
  /** Another second factor, offered in addition to the app until the setup of the app begins. */
  alternative?: ReactNode;
}

/** Sets up the second factor in four steps. Nothing takes effect before the third one. */
export function TwoFactorSetupPage({ forced, onLeave, alternative }: TwoFactorSetupPageProps) {
  const t = useTranslations("two-factor");
  const client = useQueryClient();
  const [setupState, setSetupState] = useState<SetupState>({ step: "app" });
  const [isExpired, setExpired] = useState(false);
  const [isOn, setOn] = useState(false);
  /** Loads the pending secret, or a new secret if it has expired. */
  const secret = useAppMutation({
    mutate: readSetup,
    onSuccess: (setup) => setSetupState({ step: "scan", setup }),
    onFailure: (error) => error.code === "TWO_FACTOR_ALREADY_ENABLED" && setOn(true),
  });
  const failure = isExpired ? t("confirm.expired") : secret.failure;

  async function toScan(): Promise<void> {
    setExpired(false);
    await secret.run();
  }

  async function renew(): Promise<void> {
    await secret.run();
    setExpired(true);
  }

  function finish(): void {
    void client.invalidateQueries({ queryKey: twoFactorQuery.queryKey });
    void refreshUser();
    onLeave();
  }

  function content(): ReactNode {
    switch (setupState.step) {
      case "app":
        return (
          <AppStep
            isChoice={alternative !== undefined}
            isOnly={forced && alternative === undefined}
            busy={secret.busy}
            takesFocus={setupState.returned === true}
            onNext={() => void toScan()}
          />
        );
      case "scan":
        return (
          <ScanStep
            setup={setupState.setup}
            onBack={() => setSetupState({ step: "app", returned: true })}
            onNext={() => {
              setExpired(false);
              setSetupState({ step: "confirm", setup: setupState.setup });
            }}
          />
        );
      case "confirm":
        return (
          <ConfirmStep
            onBack={() => setSetupState({ step: "scan", setup: setupState.setup })}
            onEnabled={(codes) => setSetupState({ step: "codes", codes })}
            onExpired={() => void renew()}
          />
        );
      case "codes":
        return <CodesStep codes={setupState.codes} onFinish={finish} />;
    }
  }

  const names: Record<Step, string> = {
    app: t(alternative === undefined ? "app.step" : "app.choiceStep"),
    scan: t("scan.step"),
    confirm: t("confirm.step"),
    codes: t("codes.step"),
  };
  const hasChoice = alternative !== undefined && setupState.step === "app";
  if (isOn) return <AlreadyEnabled onLeave={onLeave} />;
  return (
    <>
      <PageHeader title={t("title")} subtitle={t(forced ? "forced" : "subtitle")} />
      <div className="mt-4 grid gap-4">
        <Steps
          label={t("steps")}
          steps={steps.map((step) => names[step])}
          current={steps.indexOf(setupState.step)}
          doneLabel={t("done")}
        />
        <div className={cx("grid gap-4", hasChoice && "md:grid-cols-2")}>
          <Card>
            {failure !== null && (
              <ErrorBox persistent title={t("failed")} className="mb-4">
                {failure}
              </ErrorBox>
            )}
            {content()}
          </Card>
          {hasChoice && alternative}
        </div>
      </div>
    </>
  );
}
