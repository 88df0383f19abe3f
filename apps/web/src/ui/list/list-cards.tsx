import { Skeleton } from "../skeleton.tsx";
import type { ShownList } from "./list-table.tsx";

const box = "rounded-r-3 border border-line bg-surface p-4";
const skeletonCards = [0, 1, 2, 3];

/** A list as cards, for narrow windows: the first column is the heading, the others follow with their names. */
export function ListCards<Row extends { readonly id: string }>(props: ShownList<Row>) {
  const { label, columns, rows, reloading, fallback, menu } = props;
  const [title, ...others] = columns;
  if (fallback !== undefined)
    return <div className="rounded-r-3 border border-line bg-surface">{fallback}</div>;
  return (
    <ul aria-label={label} aria-busy={reloading} className="grid gap-2 sm:grid-cols-2">
      {rows === undefined
        ? skeletonCards.map((card) => (
            <li key={card} className={box}>
              <Skeleton className="h-3 w-40" />
              <Skeleton className="mt-2 h-2.5 w-48" />
              <Skeleton className="mt-3 h-5 w-20" />
            </li>
          ))
        : rows.map((row) => (
            <li key={row.id} className={box}>
              <div className="flex items-start gap-3">
                <div className="min-w-0 flex-1 text-body">{title?.cell(row)}</div>
                {menu !== undefined && <div className="-mt-1 -mr-2">{menu(row)}</div>}
              </div>
              {others.length > 0 && (
                <dl className="mt-3 grid grid-cols-2 gap-3 text-dense">
                  {others.map(({ id, header, cell }) => (
                    <div key={id} className="min-w-0">
                      <dt className="text-small text-text-3">{header}</dt>
                      <dd>{cell(row)}</dd>
                    </div>
                  ))}
                </dl>
              )}
            </li>
          ))}
    </ul>
  );
}
