import type { ListedUser } from "@praxisportal/contract/users/users.schema";
import ShieldOff from "lucide-react/icons/shield-off";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Avatar } from "../../ui/avatar.tsx";
import { Highlight } from "../../ui/highlight.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { PersonAction } from "./person-actions.tsx";
import { PersonMenu } from "./person-menu.tsx";
import { SelectOne, SelectPage } from "./selection-boxes.tsx";
import type { Selection } from "./use-selection.ts";
import { initialsOf, sortNameOf } from "../../entities/person/person-name.ts";
import { UnlockButton } from "./unlock-button.tsx";
import { UserStatus } from "./user-status.tsx";

export interface UsersCardsProps {
  users: readonly ListedUser[] | undefined;
  searched: string;
  reloading: boolean;
  onOpen: (user: ListedUser) => void;
  /** Starts an action on a person; without it there are no menus. */
  onStart?: ((action: PersonAction, user: ListedUser) => void) | undefined;
  /** The selection; without it there are no checkboxes. */
  selection?: Selection | undefined;
  emptyState?: ReactNode;
}

const box = "relative flex items-start gap-3 rounded-r-3 border border-line bg-surface p-4";
const skeletonCards = [0, 1, 2, 3, 4];

function SkeletonCard() {
  return (
    <li className={box}>
      <Skeleton round className="size-8" />
      <span className="grid gap-2 py-1">
        <Skeleton className="h-3 w-40" />
        <Skeleton className="h-2.5 w-48" />
        <Skeleton className="h-5 w-20" />
      </span>
    </li>
  );
}

function UserCard({
  user,
  searched,
  onOpen,
  onStart,
  selection,
}: Pick<UsersCardsProps, "searched" | "onStart" | "selection"> & { user: ListedUser; onOpen: () => void }) {
  const t = useTranslations("users");
  const roles = useTranslations("roles");
  const work = [roles(user.role.type), user.organizationData.department].filter((word) => word !== null);
  return (
    <li className={box}>
      {/* Above the hit area of the card, like the menu. */}
      {selection !== undefined && (
        <span className="relative z-10 mt-1.5">
          <SelectOne user={user} selection={selection} />
        </span>
      )}
      <Avatar id={user.id} initials={initialsOf(user)} />
      <div className="min-w-0 flex-1">
        {/* The whole card is clickable, but the name is the only control. */}
        <button
          type="button"
          onClick={onOpen}
          aria-haspopup="dialog"
          className="text-left text-body font-strong text-text after:absolute after:inset-0 after:rounded-r-3"
        >
          <Highlight text={sortNameOf(user)} search={searched} />
        </button>
        <p className="text-dense text-text-3">
          <Highlight text={user.email ?? user.username ?? t("noEmail")} search={searched} />
        </p>
        <p className="text-dense text-text-2">{work.join(" · ")}</p>
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          <UserStatus user={user} />
          {!user.twoFactorEnabled && (
            <span className="inline-flex items-center gap-1.5 text-small text-text-2">
              <ShieldOff size={14} strokeWidth={2} aria-hidden />
              {t("twoFactor.cardOff")}
            </span>
          )}
          {onStart !== undefined && (
            <span className="relative z-10">
              <UnlockButton user={user} onStart={onStart} />
            </span>
          )}
        </div>
      </div>
      {/* Above the hit area of the card. */}
      {onStart !== undefined && (
        <div className="relative z-10 -mt-1 -mr-2">
          <PersonMenu user={user} onStart={onStart} />
        </div>
      )}
    </li>
  );
}

/** The list as cards, below 768 px. */
export function UsersCards(props: UsersCardsProps) {
  const { users, searched, reloading, onOpen, onStart, selection, emptyState } = props;
  const t = useTranslations("users");
  if (emptyState !== undefined)
    return <div className="rounded-r-3 border border-line bg-surface">{emptyState}</div>;
  return (
    <div className="grid gap-2">
      {selection !== undefined && (
        <div className="px-4 py-1 text-dense">
          <SelectPage label users={users} selection={selection} />
        </div>
      )}
      <ul aria-label={t("table")} aria-busy={reloading} className="grid gap-2">
        {users === undefined
          ? skeletonCards.map((card) => <SkeletonCard key={card} />)
          : users.map((user) => (
              <UserCard
                key={user.id}
                user={user}
                searched={searched}
                onOpen={() => onOpen(user)}
                onStart={onStart}
                selection={selection}
              />
            ))}
      </ul>
    </div>
  );
}
