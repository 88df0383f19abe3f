import { canAdminister } from "@praxisportal/contract/users/users.rules";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import ClipboardCheck from "lucide-react/icons/clipboard-check";
import KeyRound from "lucide-react/icons/key-round";
import UserPlus from "lucide-react/icons/user-plus";
import Users from "lucide-react/icons/users";
import { useEffect, type ReactNode } from "react";
import { useTranslations } from "use-intl";
import { loadPeople, userStatisticsQuery } from "../../../entities/person/person.api.ts";
import { useSeatsText } from "../../../entities/person/use-seats-text.ts";
import { ListPage } from "../../../platform/list/list-page.tsx";
import { serverPages } from "../../../platform/list/list-source.ts";
import { useListSearch } from "../../../platform/list/use-list-search.ts";
import { useListSelection } from "../../../platform/list/use-list-selection.ts";
import { useCloseEntry } from "../../../platform/navigation/use-close-entry.ts";
import { useHasPermission } from "../../../platform/session/session-access.ts";
import { useSession } from "../../../platform/session/session.store.ts";
import { useIsReadOnly, WriteButton } from "../../../platform/forms/write-block.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { Menu } from "../../../ui/overlay/menu.tsx";
import { exportUsers } from "./export-users.ts";
import { AddPerson, StartOnboarding, usePersonActions } from "../person/person-actions.tsx";
import { usePersonMenu } from "../person/person-menu.tsx";
import { nameOf } from "../../../entities/person/person-name.ts";
import { useActor } from "../edit/use-actor.ts";
import { useUserColumns } from "./use-user-columns.tsx";
import { useUserFilters } from "./use-user-filters.tsx";
import { BulkOperations, UserQuickView } from "./users-parts.tsx";
import { filtersOf, isLockedOnly, usersSearch } from "./users-search.ts";
import { keepList } from "./last-list.ts";
import { UsersViews } from "./users-views.tsx";
import { type ListedUser, usersQuery } from "../users.api.ts";

export interface UsersPageProps {
  organizationId: string;
  /**
   * `staff`: the staff page. `members`: the members page, with join date and activity. `tab`: the same members in a tab
   * of the organization page.
   */
  variant: "staff" | "members" | "tab";
}

/** Returns the header of the list in a tab, where the page already has a heading. */
function tabHeader(subtitle: string) {
  return (actions: ReactNode) => (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-body text-text-2">{subtitle}</p>
      <div className="button-row flex flex-wrap gap-3">{actions}</div>
    </div>
  );
}

/** Lists the people of an organization. The URL contains the view, search, filters, columns, sort order and page. */
export function UsersPage({ organizationId, variant }: UsersPageProps) {
  const t = useTranslations("users");
  const people = useTranslations("people");
  const seatsText = useSeatsText();
  const isStaff = variant === "staff";
  const list = useListSearch(usersSearch);
  const { search } = list;
  const params: { person?: string; create?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const query = useQuery(usersQuery(organizationId, search));
  const statistics = useQuery(userStatisticsQuery(organizationId)).data;
  const canWrite = useHasPermission("users:write");
  const isReadOnly = useIsReadOnly();
  const actor = useActor();
  const ownId = useSession((session) => session.user?.id);
  const actions = usePersonActions(organizationId);
  const menuOf = usePersonMenu(actions);
  const close = useCloseEntry();
  const selection = useListSelection(
    JSON.stringify(filtersOf(search)),
    (user: ListedUser) => user.id !== ownId && canAdminister(actor, user.role.type),
  );
  const searchToReturnTo = list.after({ person: undefined, create: undefined });
  useEffect(() => keepList({ organizationId, variant, search: searchToReturnTo }));
  const total = query.data?.pagination.total ?? 0;
  const subtitle = statistics
    ? seatsText({ taken: statistics.seatsTaken, max: statistics.maxUsers })
    : "\u00A0";
  const open = (create: "onboarding" | "person" | "several") =>
    void navigate({ to: ".", search: list.after({ create }), resetScroll: false, state: { opened: true } });
  const closeDialog = () => close(() => list.replace({ create: undefined }));

  return (
    <>
      <ListPage
        name={isStaff ? "users" : "members"}
        tableFrom="(min-width: 72rem)"
        title={t(isStaff ? "title" : "membersTitle")}
        label={t("table")}
        subtitle={subtitle}
        {...(variant === "tab" ? { header: tabHeader(subtitle) } : {})}
        actions={
          canWrite && (
            <Menu
              trigger={
                <WriteButton
                  variant="primary"
                  icon={UserPlus}
                  aria-label={people("add")}
                  className="max-md:[&_svg]:hidden"
                >
                  <span className="max-md:hidden">{people("add")}</span>
                  <span className="md:hidden">{people("ways.open")}</span>
                </WriteButton>
              }
              items={[
                {
                  key: "onboarding",
                  icon: ClipboardCheck,
                  label: people("ways.onboarding"),
                  hint: people("ways.onboardingHint"),
                  onSelect: () => open("onboarding"),
                },
                {
                  key: "person",
                  icon: KeyRound,
                  label: people("ways.now"),
                  hint: people("ways.nowHint"),
                  onSelect: () => open("person"),
                },
                {
                  key: "several",
                  icon: UserPlus,
                  label: people("ways.several"),
                  hint: people("ways.severalHint"),
                  onSelect: () => open("several"),
                },
              ]}
            />
          )
        }
        views={<UsersViews organizationId={organizationId} list={list} />}
        viewLabel={search.status && t(`views.${search.status}`)}
        list={list}
        source={serverPages(query, (page, limit) => loadPeople(organizationId, { ...search, page, limit }))}
        search={{ label: t("search.label"), placeholder: t("search.placeholder") }}
        columns={useUserColumns({
          isStaff,
          onOpen: ({ id }) => list.change({ person: id }),
          onStart: canWrite ? actions.start : undefined,
        })}
        filters={useUserFilters(list, statistics)}
        rowActions={canWrite ? menuOf : undefined}
        nameOf={nameOf}
        selection={canWrite ? selection : undefined}
        currentId={params.person}
        exports={(["csv", "json"] as const).map((format) => ({
          key: format,
          label: t(`export.${format}`),
          save: () => exportUsers(format, search),
        }))}
        exportFailedTitle={t("export.error")}
        footer={
          canWrite && (
            <BulkOperations
              organizationId={organizationId}
              selection={selection}
              search={search}
              total={total}
            />
          )
        }
        unfilteredTotal={statistics?.totalUsers}
        emptyState={<EmptyState icon={Users} title={t("empty.nothingTitle")} text={t("empty.nothingText")} />}
        notFound={
          isLockedOnly(search)
            ? { title: t("empty.lockedTitle"), text: t("empty.lockedText") }
            : { title: t("empty.notFoundTitle"), text: t("empty.notFoundText") }
        }
        failedTitle={t("error.title")}
      />
      <UserQuickView
        organizationId={organizationId}
        users={query.data?.data ?? []}
        personId={params.person}
        list={list}
        onStart={actions.start}
      />
      {actions.dialogs}
      {canWrite && !isReadOnly && (
        <>
          <AddPerson
            organizationId={organizationId}
            open={params.create === "person" || params.create === "several"}
            onClose={closeDialog}
            onStartOnboarding={() => list.replace({ create: "onboarding" })}
            mode={params.create === "several" ? "several" : isStaff ? "account" : "invite"}
          />
          <StartOnboarding
            organizationId={organizationId}
            open={params.create === "onboarding"}
            onClose={closeDialog}
          />
        </>
      )}
    </>
  );
}
