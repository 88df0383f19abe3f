import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Card } from "../../../ui/layout/card.tsx";

/** Count of one state, with an optional link to the matching list. */
export interface StateRow {
  readonly key: string;
  readonly label: string;
  readonly count: number;
  /** Background class, for example `bg-chart-1`. */
  readonly color: string;
  readonly link?: ((label: string) => ReactNode) | undefined;
}

const minShare = 0.001;

interface StatesCardProps {
  title: string;
  value: number;
  /** Unit of the figure, displayed beside it. */
  unit: string;
  rows: readonly StateRow[];
  aside?: ReactNode;
  footer?: ReactNode;
}

/** Total with its breakdown by state, as a bar above a table of the same values. */
export function StatesCard({ title, value, unit, rows, aside, footer }: StatesCardProps) {
  const t = useTranslations("admin");
  const format = useFormat();
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  // A few out of a million must not be rounded down to zero.
  const shareOf = (count: number) =>
    count > 0 && count / total < minShare
      ? `< ${format.percent(minShare, 1)}`
      : format.percent(total === 0 ? 0 : count / total, 1);
  return (
    <Card title={title} aside={aside} footer={footer}>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-display text-text tabular-nums">{format.number(value)}</span>
        <span className="text-body text-text-2">{unit}</span>
      </p>
      <div aria-hidden className="mt-3 flex h-2.5 gap-0.5 overflow-hidden rounded-r-1 bg-surface-3">
        {rows
          .filter(({ count }) => count > 0)
          .map(({ key, count, color }) => (
            <span
              key={key}
              className={`min-w-1 forced-colors:bg-[CanvasText] ${color}`}
              style={{ flexGrow: count, flexBasis: 0 }}
            />
          ))}
      </div>
      <table aria-label={title} className="mt-3 w-full text-dense">
        <thead className="sr-only">
          <tr>
            <th>{t("state")}</th>
            <th>{t("count")}</th>
            <th>{t("share")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, count, color, link }) => (
            <tr key={key}>
              <th scope="row" className="border-b border-line py-1.5 text-left font-normal text-text">
                <span className="flex items-center gap-2.5">
                  <span aria-hidden className={`size-2.5 shrink-0 rounded-[2px] ${color}`} />
                  {link ? link(label) : <span className="inline-block py-0.5">{label}</span>}
                </span>
              </th>
              <td className="border-b border-line px-3 py-1.5 text-right whitespace-nowrap text-text tabular-nums">
                {format.number(count)}
              </td>
              <td className="w-16 border-b border-line py-1.5 text-right whitespace-nowrap text-text-3 tabular-nums">
                {shareOf(count)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
