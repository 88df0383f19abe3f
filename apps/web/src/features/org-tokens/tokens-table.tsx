import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Checkbox } from "../../ui/checkbox.tsx";
import {
  HeaderCell,
  SortableHeaderCell,
  TableBody,
  TableCard,
  TableCell,
  TableHeader,
  TableRow,
} from "../../ui/data-table.tsx";
import { Highlight } from "../../ui/highlight.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ApplicationCell, Expiry, LastUse, PersonCell, TokenState } from "./token-cells.tsx";
import { TokenMenu, type TokenActions } from "./token-menu.tsx";
import { toggleSort, sortOf, type TokenSearch, type TokenSortField } from "./token-search.ts";
import type { OrgToken } from "./tokens.api.ts";

/** Selected rows of the current page. */
export interface TokenSelection {
  readonly ids: ReadonlySet<string>;
  readonly toggle: (token: OrgToken) => void;
  readonly all: (chosen: boolean) => void;
}

export interface TokensTableProps {
  tokens: readonly OrgToken[] | undefined;
  search: TokenSearch;
  /** When the tokens were fetched, in ms. */
  now: number;
  reloading: boolean;
  /** Whether several practices are listed. */
  withPractice: boolean;
  selection: TokenSelection;
  actions: TokenActions;
  onSort: (sort: { sortBy: TokenSortField; sortOrder: "asc" | "desc" }) => void;
  /** Replaces the rows: no tokens, no matches, or an error. */
  emptyState?: ReactNode;
  footer?: ReactNode;
}

interface Column {
  readonly key: "application" | "person" | "practice" | "lastActivity" | "expiresAt" | "state";
  readonly sort?: TokenSortField;
  readonly minWidth: string;
}

const columns: readonly Column[] = [
  { key: "application", sort: "application", minWidth: "8.75rem" },
  { key: "person", sort: "person", minWidth: "9.5rem" },
  { key: "practice", sort: "organization", minWidth: "9.25rem" },
  { key: "lastActivity", sort: "lastActivity", minWidth: "9.5rem" },
  { key: "expiresAt", sort: "expiresAt", minWidth: "6.75rem" },
  { key: "state", minWidth: "8rem" },
];

const skeletonRows = [0, 1, 2, 3, 4];

interface CellProps {
  token: OrgToken;
  column: Column["key"];
  searched: string;
  now: number;
}

function Cell({ token, column, searched, now }: CellProps) {
  switch (column) {
    case "application":
      return <ApplicationCell token={token} search={searched} />;
    case "person":
      return <PersonCell token={token} search={searched} />;
    case "practice":
      return <Highlight text={token.organizationName} search={searched} />;
    case "lastActivity":
      return <LastUse token={token} now={now} />;
    case "expiresAt":
      return <Expiry token={token} now={now} />;
    default:
      return <TokenState token={token} now={now} />;
  }
}

/** The list as a table, from 1280 px. Header and columns render before the rows arrive. */
export function TokensTable(props: TokensTableProps) {
  const { tokens, search, now, reloading, withPractice, selection, actions, onSort, emptyState, footer } =
    props;
  const t = useTranslations("client-tokens");
  const shown = columns.filter(({ key }) => withPractice || key !== "practice");
  const { sortBy, sortOrder } = sortOf(search);
  const active = (tokens ?? []).filter((token) => token.status === "active");
  const chosen = active.filter((token) => selection.ids.has(token.id)).length;
  return (
    <TableCard label={t("table")} reloading={reloading} emptyState={emptyState} footer={footer}>
      <TableHeader>
        <HeaderCell narrow>
          <Checkbox
            wideHit
            aria-label={t("selectAll")}
            checked={chosen > 0 && chosen === active.length}
            indeterminate={chosen > 0 && chosen < active.length}
            disabled={active.length === 0}
            onChange={selection.all}
          />
        </HeaderCell>
        {shown.map(({ key, sort, minWidth }) =>
          sort === undefined ? (
            <HeaderCell key={key} minWidth={minWidth}>
              {t(`columns.${key}`)}
            </HeaderCell>
          ) : (
            <SortableHeaderCell
              key={key}
              order={sort === sortBy ? sortOrder : undefined}
              onSort={() => onSort(toggleSort(search, sort))}
              minWidth={minWidth}
            >
              {t(`columns.${key}`)}
            </SortableHeaderCell>
          ),
        )}
        <HeaderCell narrow>
          <span className="sr-only">{t("columns.actions")}</span>
        </HeaderCell>
      </TableHeader>
      <TableBody>
        {emptyState === undefined &&
          tokens === undefined &&
          skeletonRows.map((row) => (
            <TableRow key={row} className="hover:bg-transparent">
              {["select", ...shown.map(({ key }) => key), "menu"].map((key) => (
                <TableCell key={key}>
                  <Skeleton className={key === "application" ? "h-3 w-36" : "h-3 w-16"} />
                </TableCell>
              ))}
            </TableRow>
          ))}
        {emptyState === undefined &&
          tokens?.map((token) => (
            <TableRow key={token.id} selected={selection.ids.has(token.id)}>
              <TableCell>
                {token.status === "active" && (
                  <Checkbox
                    wideHit
                    aria-label={t("select", {
                      application: token.applicationInfo.name,
                      person: token.userId.name,
                    })}
                    checked={selection.ids.has(token.id)}
                    onChange={() => selection.toggle(token)}
                  />
                )}
              </TableCell>
              {shown.map(({ key }) => (
                <TableCell key={key} header={key === "application"}>
                  <Cell token={token} column={key} searched={search.search ?? ""} now={now} />
                </TableCell>
              ))}
              <TableCell align="right">
                <TokenMenu token={token} actions={actions} />
              </TableCell>
            </TableRow>
          ))}
      </TableBody>
    </TableCard>
  );
}
