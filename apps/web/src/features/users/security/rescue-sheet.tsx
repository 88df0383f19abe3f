import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { useSession } from "../../../platform/session/session.store.ts";
import { PrintSheet } from "../../../ui/print-sheet.tsx";
import type { User } from "../people.api.ts";
import { nameOf } from "../person-name.ts";
import { grouped, type ShownCode } from "./shown-code.ts";

/** The code on paper, with everything its person needs at a browser that knows nothing of her. */
export function RescueSheet({ shown, user }: { shown: ShownCode; user: User }) {
  const t = useTranslations("person-security");
  const format = useFormat();
  const practice = useSession((session) => session.organization?.name ?? "");
  const isPassword = shown.purpose === "password";
  const address = `${location.host}${isPassword ? "/password-reset" : "/login"}`;
  const until = `${format.date(shown.expiresAt)}, ${format.time(shown.expiresAt)}`;
  const facts = [
    [t("sheet.account"), user.username ?? user.email ?? ""],
    [t("sheet.practice"), practice],
    [t("sheet.practiceCode"), shown.practiceCode],
  ] as const;
  const steps = isPassword
    ? ([1, 2, 3] as const).map((step) => t(`sheet.password${step}`, { address }))
    : ([1, 2, 3] as const).map((step) => t(`sheet.factor${step}`, { address }));
  return (
    <PrintSheet>
      <h1 className="text-title">{t("sheet.title", { name: nameOf(user) })}</h1>
      <p className="mt-6">{t("sheet.code")}</p>
      <p className="mt-1 font-mono text-[3rem] leading-tight">{grouped(shown.code)}</p>
      <p className="mt-1 font-strong">{t("sheet.until", { time: until })}</p>
      <dl className="mt-8 grid grid-cols-[12rem_1fr] gap-2">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt>{label}</dt>
            <dd className="font-mono">{value}</dd>
          </div>
        ))}
      </dl>
      <h2 className="mt-8 text-section">{t("sheet.steps")}</h2>
      <ol className="mt-2 grid list-decimal gap-2 pl-6">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className="mt-8">{t("sheet.secret")}</p>
    </PrintSheet>
  );
}
