import Hash from "lucide-react/icons/hash";
import KeyRound from "lucide-react/icons/key-round";
import Mail from "lucide-react/icons/mail";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Card } from "../../../ui/layout/card.tsx";
import type { SecurityCardProps } from "./security-card-props.ts";
import { StepButton } from "./step-button.tsx";

type Codes = SecurityCardProps["user"]["recoveryCodes"];

/** Shows recovery codes that were issued but not used yet. */
export function UnusedRecoveryCodes({ codes }: { codes: Codes }) {
  const t = useTranslations("person-security");
  const format = useFormat();
  if (codes.length === 0) return null;
  return (
    <ul className="grid gap-2">
      {codes.map((code) => (
        <li key={code.purpose} className="rounded-r-2 bg-info-soft px-3 py-2 text-dense text-info">
          <span className="block font-label">{t(`codes.${code.purpose}`)}</span>
          {t("codes.open", { time: format.time(code.expiresAt), name: code.createdBy })}
        </li>
      ))}
    </ul>
  );
}

/** Help with a forgotten password. The emailed link comes first, because no other person learns the password. */
export function PasswordCard(props: SecurityCardProps) {
  const t = useTranslations("person-security");
  const { allowedActions, recoveryCodes } = props.user;
  const canMail = allowedActions.includes("mailResetLink");
  const canSet = allowedActions.includes("setPassword");
  if (!canMail && !canSet) return null;
  return (
    <Card title={t("password.title")}>
      <div className="grid gap-4">
        <p className="text-dense text-text-2">{t(canSet ? "password.text" : "password.textLink")}</p>
        <UnusedRecoveryCodes codes={recoveryCodes.filter(({ purpose }) => purpose === "password")} />
        <div className="grid grid-cols-1 gap-2">
          <StepButton {...props} step="mailResetLink" icon={Mail} />
          <StepButton {...props} step="recoverPassword" icon={Hash} />
          <StepButton {...props} step="setPassword" icon={KeyRound} />
        </div>
      </div>
    </Card>
  );
}
