import { backupCodeCount } from "@praxisportal/contract/limits";
import CalendarClock from "lucide-react/icons/calendar-clock";
import Hash from "lucide-react/icons/hash";
import CircleX from "lucide-react/icons/circle-x";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { Meter } from "../../../ui/chart/meter.tsx";
import { StatusBadge } from "../../../ui/label/status-badge.tsx";
import { UnusedRecoveryCodes } from "./password-card.tsx";
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

/** Shows until when the day code is valid. */
function OpenDayCode({ code }: { code: NonNullable<SecurityCardProps["user"]["dayCode"]> }) {
  const t = useTranslations("person-security");
  const format = useFormat();
  return (
    <p className="rounded-r-2 bg-info-soft px-3 py-2 text-dense text-info">
      <span className="block font-label">{t("codes.day", { time: format.time(code.expiresAt) })}</span>
      {t("codes.by", { name: code.createdBy })}
    </p>
  );
}

/** Shows a situation, such as a lost phone, with the actions that resolve it. */
function Help({ title, text, children }: { title: string; text: string | undefined; children: ReactNode }) {
  return (
    <section className="grid gap-2 border-t border-line pt-4">
      <div className="text-dense">
        <h3 className="font-label text-text">{title}</h3>
        {text !== undefined && <p className="text-text-2">{text}</p>}
      </div>
      {children}
    </section>
  );
}

/** Shows the person's second factor, with help if it is lost. */
export function FactorCard(props: SecurityCardProps) {
  const t = useTranslations("person-security");
  const format = useFormat();
  const { twoFactor, recoveryCodes, dayCode, allowedActions } = props.user;
  const { enabledAt, passkeys, backupCodesRemaining, required } = twoFactor;
  const isOn = enabledAt !== null || passkeys > 0;
  const hasDayCode = dayCode !== null;
  const openCode = hasDayCode && <OpenDayCode code={dayCode} />;
  const endButton = hasDayCode && <StepButton {...props} step="endDayCode" icon={CircleX} />;
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
        <UnusedRecoveryCodes codes={recoveryCodes.filter(({ purpose }) => purpose === "second_factor")} />
        {allowedActions.includes("issueDayCode") ? (
          <Help title={t("factor.home")} text={hasDayCode ? undefined : t("factor.homeText")}>
            {openCode}
            {hasDayCode && <p className="text-dense text-text-2">{t("factor.homeRenew")}</p>}
            <StepButton
              {...props}
              step="issueDayCode"
              icon={CalendarClock}
              label={hasDayCode ? t("action.renewDayCode") : undefined}
            />
            {endButton}
          </Help>
        ) : (
          hasDayCode && (
            <div className="grid gap-2">
              {openCode}
              {endButton}
            </div>
          )
        )}
        {allowedActions.includes("resetTwoFactor") && (
          <Help title={t("factor.lost")} text={t("factor.lostText")}>
            <StepButton {...props} step="recoverSecondFactor" icon={Hash} />
            <StepButton {...props} step="resetTwoFactor" icon={RotateCcw} variant="destructive" />
          </Help>
        )}
      </div>
    </Card>
  );
}
