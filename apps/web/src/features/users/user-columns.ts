import { useState } from "react";
import { localValues } from "../../platform/storage/browser-storage.ts";
import type { UserSortField } from "./users-search.ts";

/** Columns besides the name, in order; columns without `sort` cannot be sorted. */
export const userColumns = [
  { key: "username", sort: "username" },
  { key: "email", sort: "email" },
  { key: "role", sort: "role.type" },
  { key: "department", sort: "organizationData.department" },
  { key: "status", sort: "status" },
  { key: "twoFactor", sort: undefined },
  { key: "lastLogin", sort: "lastLogin" },
  { key: "createdAt", sort: "createdAt" },
  { key: "joinedAt", sort: undefined },
] as const satisfies readonly { key: string; sort: UserSortField | undefined }[];

export type UserColumn = (typeof userColumns)[number]["key"];

type Column = { readonly key: UserColumn | "lastActivity"; readonly sort: UserSortField | undefined };

/** Columns of the member list besides the name, as specified. */
export const memberColumns: readonly Column[] = [
  { key: "status", sort: "status" },
  { key: "joinedAt", sort: undefined },
  { key: "lastActivity", sort: "lastLogin" },
  { key: "role", sort: "role.type" },
];

export type ShownColumn = Column;

const usual: readonly UserColumn[] = ["role", "department", "status", "twoFactor", "lastLogin"];
const columnsKey = "users-columns";

function readColumns(): readonly UserColumn[] {
  const stored = localValues.get(columnsKey)?.split(",");
  if (stored === undefined) return usual;
  return userColumns.map((column) => column.key).filter((key) => stored.includes(key));
}

/** The user's choice of columns, kept in this browser until sign-out. */
export function useUserColumns() {
  const [shown, setShown] = useState(readColumns);

  function keep(next: readonly UserColumn[]): void {
    localValues.set(columnsKey, next.join(","));
    setShown(next);
  }

  return {
    columns: userColumns.filter((column) => shown.includes(column.key)),
    shown,
    toggle: (key: UserColumn) => {
      const next = new Set(shown);
      if (!next.delete(key)) next.add(key);
      keep(userColumns.map((column) => column.key).filter((each) => next.has(each)));
    },
    reset: () => keep(usual),
  };
}
