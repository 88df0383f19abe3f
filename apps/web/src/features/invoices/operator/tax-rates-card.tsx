import { useQuery, useQueryClient } from "@tanstack/react-query";
import Plus from "lucide-react/icons/plus";
import Trash from "lucide-react/icons/trash-2";
import { useTranslations } from "use-intl";
import { invoiceKeys } from "../../../entities/invoice/invoice-keys.ts";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { useWriteBlock, WriteButton } from "../../../platform/forms/write-block.tsx";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { lazyDialog, preloads } from "../../../platform/loading/lazy-part.tsx";
import { useKeptState } from "../../../platform/session/page-state/kept-state.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { SkeletonRows } from "../../../ui/feedback/skeleton-card.tsx";
import { SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { type InvoiceTaxRate, taxRatesQuery } from "./operator.api.ts";
import { Dot } from "../../../ui/label/dotted.tsx";

// Loaded on demand, because rates rarely change.
const AddRateDialog = lazyDialog(async () => (await import("./add-rate-dialog.tsx")).AddRateDialog);
const RemoveRateDialog = lazyDialog(async () => (await import("./remove-rate-dialog.tsx")).RemoveRateDialog);

const basisPointsPerUnit = 10_000;

interface RateRowProps {
  rate: InvoiceTaxRate;
  onRemove: () => void;
}

function RateRow({ rate, onRemove }: RateRowProps) {
  const t = useTranslations("invoice-operator");
  const format = useFormat();
  const block = useWriteBlock();
  const country = t(`country.${rate.country}`);
  const percent = format.percent(rate.rateBasisPoints / basisPointsPerUnit, 2);
  return (
    <li className="flex min-h-13 flex-wrap items-center justify-between gap-x-4 px-5 py-2 text-dense">
      <span className="min-w-0">
        <span className="font-strong text-text">{country}</span>
        <span className="block text-small text-text-3 tabular-nums">
          {t("rates.from", { date: format.calendar.date(rate.validFrom) })}
          <Dot />
          {t(rate.isLegal ? "rates.legal" : "rates.own")}
        </span>
      </span>
      <span className="ml-auto flex items-center gap-2">
        <span className="font-strong text-text tabular-nums">{percent}</span>
        {rate.isLegal ? (
          <span className="size-8 max-md:size-10" aria-hidden="true" />
        ) : (
          <IconButton
            icon={Trash}
            size="small"
            tone="danger"
            label={t("rates.remove", { country, rate: percent })}
            disabled={block !== null}
            disabledReason={block ?? undefined}
            onClick={onRemove}
          />
        )}
      </span>
    </li>
  );
}

/** Shows the standard tax rates by country: the statutory rates and those that the operator added. */
export function TaxRatesCard() {
  const t = useTranslations("invoice-operator");
  const client = useQueryClient();
  const query = useQuery(taxRatesQuery());
  const { data } = query;
  const [openDialog, setOpenDialog] = useKeptState<"add" | InvoiceTaxRate | null>("tax-rate", null);
  const close = () => setOpenDialog(null);
  const refresh = () => void client.invalidateQueries({ queryKey: invoiceKeys.all });
  return (
    <Card
      flush
      title={t("rates.title")}
      description={t("rates.text")}
      aside={
        <WriteButton
          size="small"
          icon={Plus}
          {...preloads(AddRateDialog)}
          onClick={() => setOpenDialog("add")}
        >
          {t("rates.add")}
        </WriteButton>
      }
    >
      <QueryFallback query={query} failedTitle={t("rates.failed")} className="m-4">
        <SkeletonGroup label={t("loading")}>
          <SkeletonRows count={3} />
        </SkeletonGroup>
      </QueryFallback>
      {data !== undefined && (
        <ul className="divide-y divide-line">
          {data.map((rate) => (
            <RateRow
              key={`${rate.country} ${rate.validFrom}`}
              rate={rate}
              onRemove={() => setOpenDialog(rate)}
            />
          ))}
        </ul>
      )}
      {openDialog === "add" && <AddRateDialog onClose={close} onDone={refresh} />}
      {openDialog !== null && typeof openDialog === "object" && (
        <RemoveRateDialog rate={openDialog} onClose={close} onDone={refresh} />
      )}
    </Card>
  );
}
