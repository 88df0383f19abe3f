import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { useSession } from "../../../platform/session/session.store.ts";
import { InfoSheet } from "../../../ui/overlay/info-sheet.tsx";
import type { User } from "../people.api.ts";
import { nameOf } from "../../../entities/person/person-name.ts";
import { groupDigits, type IssuedCode } from "./issued-code.ts";

/** Printable code with all details that are needed on a browser the user has not used before. */
export function RecoverySheet({ issuedCode, user }: { issuedCode: IssuedCode; user: User }) {
  const t = useTranslations("person-security");
  const format = useFormat();
  const organization = useSession((session) => session.organization?.name ?? "");
  const isPassword = issuedCode.purpose === "password";
  const isDay = issuedCode.purpose === "day";
  const address = `${location.host}${isPassword ? "/password-reset" : "/login"}`;
  const until = `${format.date(issuedCode.expiresAt)}, ${format.time(issuedCode.expiresAt)}`;
  const details = [
    [t("sheet.account"), user.username ?? user.email ?? ""],
    [t("sheet.organization"), organization],
    [t("sheet.practiceCode"), issuedCode.practiceCode],
  ] as const;
  const stepTexts = { password: "password", second_factor: "factor", day: "day" } as const;
  const steps = ([1, 2, 3] as const).map((step) =>
    t(`sheet.${stepTexts[issuedCode.purpose]}${step}`, { address }),
  );
  return (
    <InfoSheet
      title={t(isDay ? "sheet.dayTitle" : "sheet.title", { name: nameOf(user) })}
      lead={
        <>
          <p className="mt-6">{t(isDay ? "sheet.dayCode" : "sheet.code")}</p>
          <p className="mt-1 font-mono text-[3rem] leading-tight">{groupDigits(issuedCode.code)}</p>
          <p className="mt-1 font-strong">{t(isDay ? "sheet.dayUntil" : "sheet.until", { time: until })}</p>
        </>
      }
      details={details}
      stepsTitle={t("sheet.steps")}
      steps={steps}
      care={t("sheet.secret")}
    />
  );
}
