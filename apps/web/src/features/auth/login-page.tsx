import { useState } from "react";
import { useTranslations } from "use-intl";
import { isScreenLocked, workstationState } from "../../platform/session/lock/workstation-state.ts";
import { buttonClass } from "../../ui/button/button-style.ts";
import { Logo } from "../../ui/layout/logo.tsx";
import { LoginBrand } from "./login-brand.tsx";
import { LoginControls } from "./login-controls.tsx";
import { LoginNotices } from "./login-notices.tsx";
import { LoginForm, type LoginFormProps } from "./login-form.tsx";
import { LegalLinks } from "./legal-links.tsx";
import type { LoginFailure } from "./login-message.tsx";
import { ServiceState } from "./service-state.tsx";
import { useEmergencyUnlock } from "./use-emergency-unlock.ts";
import { useSecondStep } from "./use-second-step.ts";

type LoginPageProps = Pick<LoginFormProps, "loadLockedHelp">;

/**
 * Both sign-in steps, and unlocking with the emergency code. The first stays mounted, so going back keeps its input.
 */
function Steps({ loadLockedHelp }: LoginPageProps) {
  const t = useTranslations("auth");
  const second = useSecondStep();
  const emergency = useEmergencyUnlock();
  const [failure, setFailure] = useState<LoginFailure | null>(null);
  const { opened } = second;
  const { opened: unlocking } = emergency;
  const [hasLockScreen] = useState(() => workstationState().shared || isScreenLocked());
  const isWaiting = opened !== null || unlocking !== null;
  return (
    <>
      {opened !== null && (
        <opened.Step
          {...opened}
          onBack={(reason) => {
            setFailure(reason);
            second.close();
          }}
        />
      )}
      {unlocking !== null && (
        <unlocking.Unlock
          {...unlocking}
          onBack={() => {
            setFailure(null);
            emergency.close();
          }}
        />
      )}
      <div hidden={isWaiting}>
        <h1 tabIndex={-1} className="text-display text-text">
          {t("title")}
        </h1>
        <p className="text-body text-text-2">{t("subtitle")}</p>
        <LoginNotices />
        <LoginForm
          loadLockedHelp={loadLockedHelp}
          failure={failure}
          onFailure={setFailure}
          waiting={isWaiting}
          onSecondStep={second.open}
          onEmergencyCode={emergency.open}
        />
        {hasLockScreen && (
          <a href="/locked" className={`${buttonClass({ variant: "quiet", block: true })} mt-3`}>
            {t("toLockScreen")}
          </a>
        )}
        <p className="mt-5 text-dense text-text-2">{t("help")}</p>
      </div>
    </>
  );
}

/**
 * The login page: brand panel from 1024 px, controls at the top right, form in the middle. The caller decides
 * where to go after sign-in.
 */
export function LoginPage({ loadLockedHelp }: LoginPageProps) {
  const frame = useTranslations("frame");
  return (
    <div className="motion-page flex min-h-dvh bg-surface">
      <LoginBrand />
      <main className="flex min-w-0 flex-1 flex-col px-5 py-4 md:px-8 md:py-6">
        <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-3 lg:justify-end">
          <Logo name={frame("product")} className="lg:hidden" />
          <LoginControls />
        </div>
        <div className="mx-auto flex w-full max-w-96 flex-1 flex-col pt-7 md:justify-center md:py-6">
          <Steps loadLockedHelp={loadLockedHelp} />
        </div>
        <ServiceState className="mt-6 justify-center lg:hidden" />
        <LegalLinks />
      </main>
    </div>
  );
}
