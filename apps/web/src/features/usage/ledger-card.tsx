import type { Quota } from "@praxisportal/contract/billing/billing.schema";
import CircleCheck from "lucide-react/icons/circle-check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslations } from "use-intl";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { Card } from "../../ui/layout/card.tsx";
import { StatusBadge } from "../../ui/label/status-badge.tsx";
import { useAmounts } from "./use-amounts.ts";

interface Line {
  readonly name: "held" | "used" | "stale";
  readonly isConsistent: boolean;
  /** The booked values and the values computed from the calls. */
  readonly booked: readonly string[];
  readonly computed: readonly string[];
}

/** Shows whether the ledger matches the totals computed from the calls, and what to do if it does not. */
export function LedgerCard({ quota }: { quota: Quota }) {
  const t = useTranslations("quota");
  const format = useFormat();
  const amounts = useAmounts(quota.currency);
  const { ledger } = quota;
  if (ledger === null) return null;
  const units = (count: number) => amounts.amount(count, "units");
  const lines: readonly Line[] = [
    {
      name: "used",
      isConsistent: ledger.usedMatches,
      booked: [units(quota.used), amounts.money(quota.usedMicros)],
      computed: [units(ledger.bookedTokens), amounts.money(ledger.bookedMicros)],
    },
    {
      name: "held",
      isConsistent: ledger.heldMatches,
      booked: [units(quota.held), amounts.money(quota.heldMicros)],
      computed: [units(ledger.openTokens), amounts.money(ledger.openMicros)],
    },
    {
      name: "stale",
      isConsistent: ledger.staleCalls === 0,
      booked: [t("ledger.calls", { count: ledger.openCalls })],
      computed: [t("ledger.staleCalls", { count: ledger.staleCalls })],
    },
  ];
  return (
    <Card
      title={t("ledger.title")}
      description={t("ledger.text")}
      aside={
        <StatusBadge meaning={ledger.isHealthy ? "ok" : "warning"}>
          {t(ledger.isHealthy ? "ledger.healthy" : "ledger.wrong")}
        </StatusBadge>
      }
    >
      <table aria-label={t("ledger.title")} className="w-full text-dense">
        <thead className="text-left text-small text-text-3">
          <tr>
            <th scope="col" className="pb-1.5 pr-3 align-bottom font-strong">
              {t("ledger.check")}
            </th>
            <th
              scope="col"
              className="pb-1.5 pl-1.5 text-right align-bottom min-[360px]:pl-3 font-strong [overflow-wrap:normal] hyphens-none"
            >
              {t("ledger.booked")}
            </th>
            <th
              scope="col"
              className="pb-1.5 pl-1.5 text-right align-bottom min-[360px]:pl-3 font-strong [overflow-wrap:normal] hyphens-none"
            >
              {t("ledger.computed")}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <LedgerLine key={line.name} {...line} />
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-small text-text-3 tabular-nums">
        {t("ledger.at", {
          time: `${format.day(ledger.checkedAt).toLocaleLowerCase()}, ${format.timeExact(ledger.checkedAt)}`,
        })}
      </p>
    </Card>
  );
}

const cell =
  "border-t border-line py-2 pl-1.5 text-right align-top min-[360px]:pl-3 [overflow-wrap:normal] hyphens-none sm:whitespace-nowrap tabular-nums";

function LedgerLine({ name, isConsistent, booked, computed }: Line) {
  const t = useTranslations("quota");
  const Icon = isConsistent ? CircleCheck : TriangleAlert;
  return (
    <>
      <tr>
        <th
          scope="row"
          className="border-t border-line py-2 pr-3 text-left align-top font-normal [overflow-wrap:break-word] text-text"
        >
          <span className="flex gap-2">
            <Icon
              size={16}
              strokeWidth={2}
              aria-hidden
              className={isConsistent ? "mt-0.5 shrink-0 text-success" : "mt-0.5 shrink-0 text-warning"}
            />
            <span>
              {t(`ledger.${name}.name`)}
              <span className="sr-only">: {t(isConsistent ? "ledger.healthy" : "ledger.wrong")}</span>
            </span>
          </span>
        </th>
        <td className={cell}>
          <Lines of={booked} />
        </td>
        <td className={`${cell} text-text-2`}>
          <Lines of={computed} />
        </td>
      </tr>
      {!isConsistent && (
        <tr>
          <td colSpan={3} className="pb-3 pl-6 text-small text-warning">
            {t(`ledger.${name}.wrong`)}
          </td>
        </tr>
      )}
    </>
  );
}

function Lines({ of }: { of: readonly string[] }) {
  return of.map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ));
}
