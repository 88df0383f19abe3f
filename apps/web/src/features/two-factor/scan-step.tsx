import Copy from "lucide-react/icons/copy";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../../ui/button/button.tsx";
import { linkClass } from "../../ui/button/link-style.ts";
import { QrCode } from "../../ui/label/qr-code.tsx";
import { SetupStep } from "./setup-step.tsx";
import type { TwoFactorSetup } from "./two-factor.api.ts";

export interface ScanStepProps {
  setup: TwoFactorSetup;
  onBack: () => void;
  onNext: () => void;
}

/** Splits the secret into groups of four characters, which are easier to type. */
function groupSecret(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, "$1 ");
}

/** Shows the second step, which adds the account to the app by QR code or by typing the secret. */
export function ScanStep({ setup, onBack, onNext }: ScanStepProps) {
  const t = useTranslations("two-factor");
  const [copied, setCopied] = useState(false);
  return (
    <SetupStep title={t("scan.title")} text={t("scan.text")} takesFocus>
      <div className="grid gap-5 sm:grid-cols-[13rem_1fr]">
        <div className="justify-self-start overflow-hidden rounded-r-3 border border-line">
          <QrCode text={setup.otpauthUrl} label={t("scan.picture")} className="block size-52" />
        </div>
        <div className="min-w-0">
          <p id="setup-key" className="text-dense font-label text-text">
            {t("scan.key")}
          </p>
          <p
            aria-labelledby="setup-key"
            role="group"
            data-setup-key
            className="mt-1 rounded-r-3 border border-line bg-surface-2 px-3 py-2 font-mono text-body break-words text-text"
          >
            {groupSecret(setup.secret)}
          </p>
          <p className="mt-1 text-small text-text-3">{t("scan.keyHint")}</p>
          <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button
              size="small"
              icon={Copy}
              onClick={() => {
                navigator.clipboard.writeText(setup.secret).then(
                  () => setCopied(true),
                  () => setCopied(false),
                );
              }}
            >
              {t(copied ? "scan.copied" : "scan.copy")}
            </Button>
            <a href={setup.otpauthUrl} className={`${linkClass} inline-block py-1 text-dense`}>
              {t("scan.open")}
            </a>
          </div>
        </div>
      </div>
      <div className="button-row flex flex-wrap gap-2">
        <Button variant="primary" onClick={onNext}>
          {t("next")}
        </Button>
        <Button onClick={onBack}>{t("back")}</Button>
      </div>
    </SetupStep>
  );
}
