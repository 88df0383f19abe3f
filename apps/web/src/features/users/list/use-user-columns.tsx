import type { ListedUser } from "@praxisportal/contract/users/users.schema";
import { memberBadgeOf } from "@praxisportal/contract/users/users.rules";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import type { ListColumn } from "../../../platform/list/list-column.ts";
import type { PersonAction } from "../person/person-actions.tsx";
import { sortNameOf } from "../../../entities/person/person-name.ts";
import { Badge } from "../../../ui/label/badge.tsx";
import { UnlockButton } from "./unlock-button.tsx";
import { Moment, NameCell, TwoFactor } from "./user-cell.tsx";
import { useMovements } from "./use-movements.ts";
import { UserStatus } from "./user-status.tsx";

interface UserColumnsInput {
  /** True for the staff page. The list of members initially shows fewer columns. */
  isStaff: boolean;
  onOpen: (user: ListedUser) => void;
  /** Starts an action on a person. If absent, accounts cannot be unlocked here. */
  onStart: ((action: PersonAction, user: ListedUser) => void) | undefined;
}

/** Ids of the columns that the list of members initially shows, in order. */
const memberColumns = ["name", "status", "joinedAt", "lastActivity", "role"];

/** Returns the columns of the list of people. */
export function useUserColumns({
  isStaff,
  onOpen,
  onStart,
}: UserColumnsInput): readonly ListColumn<ListedUser>[] {
  const t = useTranslations("users");
  const roles = useTranslations("roles");
  const format = useFormat();
  const movementsOf = useMovements();
  const hidden = { initiallyHidden: true } as const;
  const lastUse = isStaff ? "lastLogin" : "lastActivity";
  const columns: readonly ListColumn<ListedUser>[] = [
    {
      id: "name",
      header: t("columns.name"),
      sortField: "personalInfo.lastName",
      width: 20.1,
      text: sortNameOf,
      cell: (user, searchText) => <NameCell user={user} search={searchText} onOpen={() => onOpen(user)} />,
    },
    { id: "username", header: t("columns.username"), text: ({ username }) => username, ...hidden },
    { id: "email", header: t("columns.email"), text: ({ email }) => email, width: 12, ...hidden },
    {
      id: "role",
      header: t("columns.role"),
      card: "line",
      width: 12.8,
      sortField: "role.type",
      text: ({ role }) => roles(role.type),
    },
    {
      id: "department",
      header: t("columns.department"),
      card: "line",
      width: 8.5,
      sortField: "organizationData.department",
      text: ({ organizationData }) => organizationData.department,
    },
    {
      id: "jobTitle",
      header: t("columns.jobTitle"),
      text: ({ organizationData }) => organizationData.jobTitle,
      ...hidden,
    },
    {
      id: "extension",
      header: t("columns.extension"),
      text: ({ organizationData }) => organizationData.extension,
      ...hidden,
    },
    {
      id: "status",
      header: t("columns.status"),
      card: "badge",
      width: 14.9,
      text: (user) => {
        const badge = memberBadgeOf(user);
        const status = t(`status.${badge}`, {
          date: user.validUntil === null ? "" : format.date(user.validUntil),
        });
        return [status, ...movementsOf(user).map(({ text }) => text)].join(", ");
      },
      cell: (user) => (
        <span className="flex flex-wrap gap-2">
          <UserStatus user={user} />
          {movementsOf(user).map(({ text, tone, icon }) => (
            <Badge key={text} tone={tone} icon={icon}>
              {text}
            </Badge>
          ))}
        </span>
      ),
      ...(onStart !== undefined && {
        action: (user: ListedUser) => <UnlockButton user={user} onStart={onStart} />,
      }),
    },
    {
      id: "twoFactor",
      header: t("columns.twoFactor"),
      card: "named",
      width: 6.5,
      text: ({ twoFactorEnabled }) => t(twoFactorEnabled ? "twoFactor.on" : "twoFactor.off"),
      cell: ({ twoFactorEnabled }) => <TwoFactor on={twoFactorEnabled ?? false} />,
    },
    {
      id: lastUse,
      header: t(`columns.${lastUse}`),
      card: "named",
      width: 11.3,
      sortField: lastUse,
      moment: (user) => user[lastUse] ?? null,
      cell: (user) => <Moment at={user[lastUse] ?? null} />,
    },
    {
      id: "createdAt",
      header: t("columns.createdAt"),
      text: ({ createdAt }) => format.date(createdAt),
      ...hidden,
    },
    {
      id: "joinedAt",
      header: t("columns.joinedAt"),
      text: ({ joinedAt }) => (joinedAt === null ? null : format.date(joinedAt)),
      ...hidden,
    },
  ];
  if (isStaff) return columns;
  const visible = memberColumns.flatMap((id) => columns.find((column) => column.id === id) ?? []);
  return [
    ...visible.map((column) => ({ ...column, initiallyHidden: false })),
    ...columns
      .filter((column) => !visible.includes(column))
      .map((column) => ({ ...column, initiallyHidden: true })),
  ];
}
