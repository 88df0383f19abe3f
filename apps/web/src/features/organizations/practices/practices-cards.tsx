import { useTranslations } from "use-intl";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { FactCell, NameCell, StateCell } from "./practice-cells.tsx";
import { PracticeMenu } from "./practice-menu.tsx";
import type { PracticesListProps } from "./practices-table.tsx";

const box = "rounded-r-3 border border-line bg-surface p-4";
const skeletonCards = [0, 1, 2, 3];

/** The list as cards, below 1024 px. */
export function PracticesCards({ practices, search, now, reloading, onStep, instead }: PracticesListProps) {
  const t = useTranslations("practices");
  if (instead !== undefined)
    return <div className="rounded-r-3 border border-line bg-surface">{instead}</div>;
  return (
    <ul aria-label={t("table")} aria-busy={reloading} className="grid gap-2 md:grid-cols-2">
      {practices === undefined
        ? skeletonCards.map((card) => (
            <li key={card} className={box}>
              <Skeleton className="h-3 w-40" />
              <Skeleton className="mt-2 h-2.5 w-48" />
              <Skeleton className="mt-3 h-5 w-20" />
            </li>
          ))
        : practices.map((practice) => (
            <li key={practice.id} className={box}>
              <div className="flex items-start gap-3">
                <div className="min-w-0 flex-1 text-body">
                  <NameCell practice={practice} search={search.search ?? ""} onStep={onStep} />
                  <p className="text-dense text-text-2">
                    <FactCell practice={practice} fact="type" />
                  </p>
                </div>
                <div className="-mt-1 -mr-2">
                  <PracticeMenu practice={practice} now={now} onStep={onStep} />
                </div>
              </div>
              <div className="mt-2">
                <StateCell practice={practice} />
              </div>
              <dl className="mt-2 grid grid-cols-2 gap-3 text-dense">
                {(["userCount", "createdAt"] as const).map((fact) => (
                  <div key={fact}>
                    <dt className="text-small text-text-3">{t(`columns.${fact}`)}</dt>
                    <dd>
                      <FactCell practice={practice} fact={fact} />
                    </dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
    </ul>
  );
}
