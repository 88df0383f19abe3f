import type { ListedOrganization } from "@praxisportal/contract/organizations/organizations.schema";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import {
  HeadCell,
  SortHeadCell,
  TableBody,
  TableCard,
  TableCell,
  TableHead,
  TableRow,
} from "../../../ui/data-table.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { FactCell, NameCell, StateCell } from "./practice-cells.tsx";
import { type OnStep, PracticeMenu } from "./practice-menu.tsx";
import { type PracticeSearch, type PracticeSortField, sortAfterPress, sortOf } from "./practice-search.ts";

export interface PracticesListProps {
  practices: readonly ListedOrganization[] | undefined;
  search: PracticeSearch;
  /** When the list was fetched, in ms. */
  now: number;
  reloading: boolean;
  onStep: OnStep;
  /** Replaces the rows: no practices, no matches, or an error. */
  instead?: ReactNode;
}

interface PracticesTableProps extends PracticesListProps {
  onSort: (sort: { sortBy: PracticeSortField; sortOrder: "asc" | "desc" }) => void;
}

const columns = [
  { key: "name", minWidth: "14rem" },
  { key: "type", minWidth: "9rem" },
  { key: "status", minWidth: "9rem" },
  { key: "userCount", minWidth: "7.5rem" },
  { key: "createdAt", minWidth: "6.5rem" },
] as const;

const skeletonRows = [0, 1, 2, 3, 4];

/** The list as a table, from 1024 px. Header and columns render before the rows arrive. */
export function PracticesTable(props: PracticesTableProps) {
  const { practices, search, now, reloading, onStep, onSort, instead } = props;
  const t = useTranslations("practices");
  const { sortBy, sortOrder } = sortOf(search);
  return (
    <TableCard label={t("table")} reloading={reloading} instead={instead}>
      <TableHead>
        {columns.map(({ key, minWidth }) => (
          <SortHeadCell
            key={key}
            order={key === sortBy ? sortOrder : undefined}
            onSort={() => onSort(sortAfterPress(search, key))}
            minWidth={minWidth}
          >
            {t(`columns.${key}`)}
          </SortHeadCell>
        ))}
        <HeadCell narrow>
          <span className="sr-only">{t("columns.actions")}</span>
        </HeadCell>
      </TableHead>
      <TableBody>
        {instead === undefined &&
          practices === undefined &&
          skeletonRows.map((row) => (
            <TableRow key={row} className="hover:bg-transparent">
              {[...columns.map(({ key }) => key), "menu"].map((key) => (
                <TableCell key={key}>
                  <Skeleton className={key === "name" ? "h-3 w-36" : "h-3 w-16"} />
                </TableCell>
              ))}
            </TableRow>
          ))}
        {instead === undefined &&
          practices?.map((practice) => (
            <TableRow key={practice.id}>
              <TableCell header>
                <NameCell practice={practice} search={search.search ?? ""} onStep={onStep} />
              </TableCell>
              <TableCell>
                <FactCell practice={practice} fact="type" />
              </TableCell>
              <TableCell>
                <StateCell practice={practice} />
              </TableCell>
              <TableCell>
                <FactCell practice={practice} fact="userCount" />
              </TableCell>
              <TableCell>
                <FactCell practice={practice} fact="createdAt" />
              </TableCell>
              <TableCell align="right">
                <PracticeMenu practice={practice} now={now} onStep={onStep} />
              </TableCell>
            </TableRow>
          ))}
      </TableBody>
    </TableCard>
  );
}
