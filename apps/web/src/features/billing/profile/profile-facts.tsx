import type { ReactNode } from "react";
import { useLocale, useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import type { BillingProfile } from "../billing.api.ts";
import { countryName } from "./billing-countries.ts";

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="whitespace-nowrap text-text-2">{name}</dt>
      <dd className="ml-auto max-w-full min-w-0 text-right wrap-anywhere text-text">{children}</dd>
    </div>
  );
}

/** Returns the lines of the printed address. */
function addressLines(profile: BillingProfile): string[] {
  const { name, contactName, street, houseNumber, addition, postalCode, city } = profile;
  const join = (...parts: readonly (string | null)[]) => parts.filter((part) => part !== null).join(" ");
  return [
    name ?? profile.defaults.name,
    contactName ?? "",
    join(street, houseNumber),
    addition ?? "",
    join(postalCode, city),
  ].filter((line) => line !== "");
}

/** Shows the billing profile of the organization, and the format of its invoices. */
export function ProfileFacts({ profile }: { profile: BillingProfile }) {
  const t = useTranslations("billing");
  const format = useFormat();
  const locale = useLocale();
  const { vatId, vatIdCheckedOn, buyerReference, defaults } = profile;
  const email = profile.email ?? defaults.email;
  return (
    <dl className="mt-4 grid gap-2 text-dense">
      <Fact name={t("profile.to")}>
        {addressLines(profile).map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
        <span className="block">{countryName(profile.country ?? defaults.country, locale)}</span>
      </Fact>
      <Fact name={t("profile.email")}>{email ?? "–"}</Fact>
      {vatId !== null && (
        <Fact name={t("profile.vatId")}>
          {vatId}
          {vatIdCheckedOn !== null && (
            <span className="block text-small text-text-3">
              {t("profile.checked", { date: format.calendar.date(vatIdCheckedOn) })}
            </span>
          )}
        </Fact>
      )}
      <Fact name={t("profile.format")}>
        {buyerReference === null ? t("profile.pdf") : t("profile.xrechnung", { reference: buyerReference })}
      </Fact>
    </dl>
  );
}
