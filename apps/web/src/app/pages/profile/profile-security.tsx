import { Link, useNavigate } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { PasskeysCard } from "../../../features/passkeys/passkeys-card.tsx";
import { TwoFactorCard } from "../../../features/two-factor/two-factor-card.tsx";
import { PinCard } from "../../../features/workstation/pin-card.tsx";
import { OwnTokensCard } from "../../../features/org-tokens/own/own-tokens-card.tsx";
import { SessionsCard } from "../../../features/sessions/sessions-card.tsx";
import { AlwaysWritable } from "../../../platform/forms/write-block.tsx";
import { buttonClass } from "../../../ui/button/button-style.ts";
import { Card } from "../../../ui/layout/card.tsx";

/** The user's password, second factor and other credentials. */
export function CredentialCards() {
  const t = useTranslations("profile");
  const navigate = useNavigate();
  return (
    <AlwaysWritable>
      <Card title={t("passwordTitle")}>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-body text-text-2">{t("passwordText")}</p>
          <Link to="/change-password" className={buttonClass()}>
            {t("password")}
          </Link>
        </div>
      </Card>
      <TwoFactorCard onSetUp={() => void navigate({ to: "/profile/2fa-setup", search: {} })} />
      <PasskeysCard />
      <PinCard />
    </AlwaysWritable>
  );
}

/** The devices and applications that are signed in as the user. */
export function AccessCards() {
  return (
    <>
      <AlwaysWritable>
        <SessionsCard />
      </AlwaysWritable>
      <OwnTokensCard />
    </>
  );
}

/** The sign-in part of the profile. */
export function ProfileSecurity() {
  return (
    <>
      <CredentialCards />
      <AccessCards />
    </>
  );
}
