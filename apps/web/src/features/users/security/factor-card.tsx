import { backupCodeCount } from "@praxisportal/contract/limits";
import Hash from "lucide-react/icons/hash";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { Meter } from "../../../ui/chart/meter.tsx";
import { StatusBadge } from "../../../ui/label/status-badge.tsx";
import { OpenCodes } from "./password-card.tsx";
import type { SecurityCardProps } from "./security-card-props.ts";
import { StepButton } from "./step-button.tsx";

function BackupCodes({ left }: { left: number }) {
  const t = useTranslations("person-security");
  const labels = t("factor.left", { count: left });
  return (
    <div>
      <p className="mb-2 flex items-baseline justify-between gap-3 text-dense">
        <span className="text-text-3">{t("factor.codes")}</span>
        <span className="font-label text-text tabular-nums">{labels}</span>
      </p>
      <Meter plain label={t("factor.codes")} valueText={labels} ratio={left / backupCodeCount} />
    </div>
  );
}

/** The person's second factor, with help for a lost one. */
export function FactorCard(props: SecurityCardProps) {
  const t = useTranslations("person-security");
  const format = useFormat();
  const { twoFactor, recoveryCodes, allowedActions } = props.user;
  const { enabledAt, passkeys, backupCodesRemaining, required } = twoFactor;
  const isOn = enabledAt !== null || passkeys > 0;
  return (
    <Card
      title={t("factor.title")}
      aside={
        <StatusBadge meaning={isOn ? "ok" : required ? "warning" : "deactivated"}>
          {t(isOn ? "factor.on" : "factor.off")}
        </StatusBadge>
      }
    >
      <div className="grid gap-4">
        <div className="grid gap-1 text-dense text-text-2">
          {!isOn && <p>{t(required ? "factor.noneRequired" : "factor.none")}</p>}
          {enabledAt !== null && <p>{t("factor.app", { date: format.date(enabledAt) })}</p>}
          {passkeys > 0 && <p>{t("factor.passkeys", { count: passkeys })}</p>}
        </div>
        {isOn && <BackupCodes left={backupCodesRemaining} />}
        <OpenCodes codes={recoveryCodes.filter(({ purpose }) => purpose === "second_factor")} />
        {allowedActions.includes("resetTwoFactor") && (
          <div className="grid gap-2">
            <StepButton {...props} step="recoverSecondFactor" icon={Hash} />
            <StepButton {...props} step="resetTwoFactor" icon={RotateCcw} variant="destructive" />
          </div>
        )}
      </div>
    </Card>
  );
}
