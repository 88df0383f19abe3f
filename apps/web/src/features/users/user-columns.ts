import { useColumnPreference } from "../../platform/preferences/use-list-preferences.ts";
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

const defaultColumns: readonly UserColumn[] = ["role", "department", "status", "twoFactor", "lastLogin"];

/** Name of the list in the user's preferences. */
export const usersList = "users";

const known = (key: string) => userColumns.find((column) => column.key === key);

/** The user's choice of columns, the same on all their devices. */
export function useUserColumns() {
  const { columns: chosen, setColumns } = useColumnPreference(usersList);
  const columns = (chosen ?? defaultColumns.map((key) => ({ key }))).flatMap(({ key }) => known(key) ?? []);
  const shown = columns.map(({ key }) => key);

  return {
    columns,
    shown,
    toggle: (key: UserColumn) => {
      const next = new Set(shown);
      if (!next.delete(key)) next.add(key);
      const ordered = userColumns.map((column) => column.key).filter((each) => next.has(each));
      setColumns(ordered.map((each) => chosen?.find((column) => column.key === each) ?? { key: each }));
    },
    reset: () => setColumns(undefined),
  };
}
