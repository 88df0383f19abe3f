import { useTranslations } from "use-intl";

/** Class of a cell with a measure. */
export const measureCell =
  "border-t border-line py-2 pl-3 text-right align-top whitespace-nowrap tabular-nums";
const headerCell = "pb-1.5 pl-3 text-right font-strong whitespace-nowrap hyphens-none";

/** Column headers of a table of usage: the row's name, requests, text units, cost and one more measure. */
export function MeasuresHead({ nameHeader, lastHeader }: { nameHeader: string; lastHeader: string }) {
  const t = useTranslations("usage");
  return (
    <thead className="text-left text-small text-text-3">
      <tr>
        <th scope="col" className="pb-1.5 pr-3 font-strong max-sm:pr-0">
          {nameHeader}
        </th>
        <th scope="col" className={`${headerCell} max-sm:hidden`}>
          {t("measure.requests")}
        </th>
        <th scope="col" className={`${headerCell} max-md:hidden`}>
          {t("textUnits")}
        </th>
        <th scope="col" className={headerCell}>
          {t("measure.cost")}
        </th>
        <th scope="col" className={headerCell}>
          {lastHeader}
        </th>
      </tr>
    </thead>
  );
}
