import type { PersonBudget, Quota } from "@praxisportal/contract/billing/billing.schema";
import { type ReactNode, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { Button } from "../../../ui/button/button.tsx";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { useAmounts } from "../use-amounts.ts";
import type { QuotaTarget } from "./quota-draft.ts";
import { BudgetMeters, QuotaBadge } from "./quota-state.tsx";

/** Rows shown before "show all". */
const initialCount = 6;

export interface PeopleQuotaCardProps {
  quota: Quota;
  /** Renders the person's name as a link to their usage. */
  nameOf: (userId: string, name: string) => ReactNode;
  /** Opens the form. Absent without the permission to change limits. */
  onEdit?: ((target: QuotaTarget) => void) | undefined;
}

/** Shows the remaining quota of each person with a limit. */
export function PeopleQuotaCard({ quota, nameOf, onEdit }: PeopleQuotaCardProps) {
  const t = useTranslations("quota");
  const [isOpen, setIsOpen] = useState(false);
  const limited = (quota.people ?? []).filter(
    ({ limit, limitMicros }) => limit !== null || limitMicros !== null,
  );
  const visible = isOpen ? limited : limited.slice(0, initialCount);
  return (
    <Card title={t("people.title")} description={t("people.text")}>
      {limited.length === 0 ? (
        <NobodyListed quota={quota} />
      ) : (
        <ul className="grid gap-4">
          {visible.map((person) => (
            <Person key={person.userId} {...{ person, currency: quota.currency, nameOf, onEdit }} />
          ))}
        </ul>
      )}
      {limited.length > visible.length && (
        <Button className="mt-4 -ml-3" size="small" variant="quiet" onClick={() => setIsOpen(true)}>
          {t("people.all", { count: limited.length })}
        </Button>
      )}
    </Card>
  );
}

/** Names the limit that applies to each person, or says that there is none. */
function NobodyListed({ quota }: { quota: Quota }) {
  const t = useTranslations("quota");
  const { money, amount } = useAmounts(quota.currency);
  const list = new Intl.ListFormat(useLocale());
  const { personLimit, personLimitMicros } = quota;
  const limits = [
    ...(personLimitMicros === null ? [] : [money(personLimitMicros)]),
    ...(personLimit === null ? [] : [amount(personLimit, "units")]),
  ];
  return (
    <p className="text-dense text-text-2">
      {limits.length === 0 ? t("people.none") : t("people.same", { limits: list.format(limits) })}
      {limits.length > 1 && <> {t("smaller")}</>}
    </p>
  );
}

interface PersonProps extends Pick<PeopleQuotaCardProps, "nameOf" | "onEdit"> {
  person: PersonBudget;
  currency: string;
}

function Person({ person, currency, nameOf, onEdit }: PersonProps) {
  const t = useTranslations("quota");
  const name = person.name ?? t("unnamed");
  return (
    <li className="border-t border-line pt-3 first:border-t-0 first:pt-0">
      <div className="flex items-center justify-between gap-3">
        <div className="min-w-0 wrap-anywhere">{nameOf(person.userId, name)}</div>
        {onEdit && (
          <WriteButton
            size="small"
            className="shrink-0"
            aria-label={t("people.editOf", { name })}
            onClick={() => onEdit({ userId: person.userId, name })}
          >
            {t("people.edit")}
          </WriteButton>
        )}
      </div>
      {/* Below the button, so that the badge fits beside the text on a phone. */}
      <p className="mb-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-text-3">
        {t(person.hasOwnLimit ? "people.own" : "people.everybody")}
        {person.state !== "free" && <QuotaBadge state={person.state} />}
      </p>
      <BudgetMeters budget={person} currency={currency} isCompact />
    </li>
  );
}
