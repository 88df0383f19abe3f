import type { ListedUser } from "@praxisportal/contract/users/users.schema";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Avatar } from "../../ui/avatar.tsx";
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
import { nameLinkClass } from "../../ui/link-style.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { PersonAction } from "./person-actions.tsx";
import { SelectOne, SelectPage } from "./selection-boxes.tsx";
import { PersonMenu } from "./person-menu.tsx";
import { initialsOf, sortNameOf } from "../../entities/person/person-name.ts";
import { UnlockButton } from "./unlock-button.tsx";
import type { Selection } from "./use-selection.ts";
import { UserCell } from "./user-cell.tsx";
import type { ShownColumn } from "./user-columns.ts";
import { defaultSort, toggleSort, type UsersSearch, type UserSortField } from "./users-search.ts";

/** Minimum column widths: text may wrap, but only between words. */
const minWidths: Partial<Record<ShownColumn["key"], string>> = {
  role: "7.5rem",
  department: "6.5rem",
  status: "7rem",
  twoFactor: "5.5rem",
  lastLogin: "9.5rem",
  lastActivity: "7.5rem",
  email: "12rem",
};

export interface UsersTableProps {
  users: readonly ListedUser[] | undefined;
  columns: readonly ShownColumn[];
  search: UsersSearch;
  reloading: boolean;
  onSort: (sort: Pick<UsersSearch, "sortBy" | "sortOrder">) => void;
  onOpen: (user: ListedUser) => void;
  /** Starts an action on a person; without it there are no menus. */
  onStart?: (action: PersonAction, user: ListedUser) => void;
  /** The selection; without it there are no checkboxes. */
  selection?: Selection;
  /** Replaces the rows: no people, no matches, or an error. */
  emptyState?: ReactNode;
}

/** Rows of the loading skeleton. */
const skeletonRows = Array.from({ length: 8 }, (_none, index) => index);

function SkeletonRows({ boxes, columns }: { boxes: boolean; columns: number }) {
  return skeletonRows.map((row) => (
    <TableRow key={row} className="hover:bg-transparent">
      {boxes && (
        <TableCell>
          <Skeleton className="size-4.5" />
        </TableCell>
      )}
      <TableCell>
        <span className="flex items-center gap-3">
          <Skeleton round className="size-8" />
          <span className="grid gap-1.5">
            <Skeleton className="h-3 w-36" />
            <Skeleton className="h-2.5 w-44" />
          </span>
        </span>
      </TableCell>
      {Array.from({ length: columns }, (_none, index) => (
        <TableCell key={index}>
          <Skeleton className="h-3 w-20" />
        </TableCell>
      ))}
    </TableRow>
  ));
}

function NameCell({ user, search, onOpen }: { user: ListedUser; search: string; onOpen: () => void }) {
  const t = useTranslations("users");
  return (
    <span className="flex items-center gap-3">
      <Avatar id={user.id} initials={initialsOf(user)} />
      <span className="min-w-0">
        <button
          type="button"
          onClick={onOpen}
          aria-haspopup="dialog"
          className={`${nameLinkClass} block text-left`}
        >
          <Highlight text={sortNameOf(user)} search={search} />
        </button>
        <span className="block text-small text-text-3">
          <Highlight text={user.email ?? user.username ?? t("noEmail")} search={search} />
        </span>
      </span>
    </span>
  );
}

/** The list as a table, from 768 px. Header and columns render before the rows arrive. */
export function UsersTable(props: UsersTableProps) {
  const { users, columns, search, reloading, onSort, onOpen, onStart, selection, emptyState } = props;
  const t = useTranslations("users");
  const sortBy = search.sortBy ?? defaultSort.sortBy;
  const orderOf = (field: UserSortField) =>
    field === sortBy ? (search.sortOrder ?? defaultSort.sortOrder) : undefined;
  const handleSort = (field: UserSortField) => onSort(toggleSort(search, field));
  return (
    <TableCard label={t("table")} reloading={reloading} emptyState={emptyState}>
      <TableHeader>
        {selection !== undefined && (
          <HeaderCell narrow>
            <SelectPage users={users} selection={selection} />
          </HeaderCell>
        )}
        <SortableHeaderCell
          order={orderOf("personalInfo.lastName")}
          onSort={() => handleSort("personalInfo.lastName")}
          minWidth="14rem"
        >
          {t("columns.name")}
        </SortableHeaderCell>
        {columns.map(({ key, sort }) =>
          sort === undefined ? (
            <HeaderCell key={key} minWidth={minWidths[key]}>
              {t(`columns.${key}`)}
            </HeaderCell>
          ) : (
            <SortableHeaderCell
              key={key}
              order={orderOf(sort)}
              onSort={() => handleSort(sort)}
              minWidth={minWidths[key]}
            >
              {t(`columns.${key}`)}
            </SortableHeaderCell>
          ),
        )}
        {onStart !== undefined && (
          <HeaderCell narrow>
            <span className="sr-only">{t("columns.actions")}</span>
          </HeaderCell>
        )}
      </TableHeader>
      <TableBody>
        {emptyState === undefined && users === undefined && (
          <SkeletonRows
            boxes={selection !== undefined}
            columns={columns.length + (onStart === undefined ? 0 : 1)}
          />
        )}
        {emptyState === undefined &&
          users?.map((user) => (
            <TableRow
              key={user.id}
              selected={search.person === user.id || selection?.people.has(user.id) === true}
            >
              {selection !== undefined && (
                <TableCell>
                  <SelectOne user={user} selection={selection} />
                </TableCell>
              )}
              <TableCell header>
                <NameCell user={user} search={search.search ?? ""} onOpen={() => onOpen(user)} />
              </TableCell>
              {columns.map(({ key }) => (
                <TableCell key={key}>
                  {key === "status" && onStart !== undefined ? (
                    <span className="grid justify-items-start gap-2">
                      <UserCell user={user} column={key} />
                      <UnlockButton user={user} onStart={onStart} />
                    </span>
                  ) : (
                    <UserCell user={user} column={key} />
                  )}
                </TableCell>
              ))}
              {onStart !== undefined && (
                <TableCell align="right">
                  <PersonMenu user={user} onStart={onStart} />
                </TableCell>
              )}
            </TableRow>
          ))}
      </TableBody>
    </TableCard>
  );
}
