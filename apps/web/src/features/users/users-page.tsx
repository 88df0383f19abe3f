import { useQuery } from "@tanstack/react-query";
import { defaultPageSize } from "@praxisportal/contract/limits";
import { useState } from "react";
import { useTranslations } from "use-intl";
import ClipboardCheck from "lucide-react/icons/clipboard-check";
import UserPlus from "lucide-react/icons/user-plus";
import { userStatisticsQuery } from "../../entities/person/person.api.ts";
import { storedBulk } from "../../platform/bulk/stored-bulk.ts";
import { lazyDialog, lazyPart, preloads } from "../../platform/loading/lazy-part.tsx";
import { useCloseEntry } from "../../platform/navigation/use-close-entry.ts";
import { useHasPermission } from "../../platform/session/session-access.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorBox } from "../../ui/message-box.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { bulkKinds } from "./bulk.api.ts";
import { ColumnPicker } from "./column-picker.tsx";
import {
  AddPerson,
  AddPersonDialog,
  OnboardingDialog,
  StartOnboarding,
  usePersonActions,
} from "./person-actions.tsx";
import type { Notify } from "./person-ref.ts";
import { ExportButton } from "./export-button.tsx";
import { SavedViewsButton } from "./saved-views-button.tsx";
import { useFilterOptions } from "./use-filter-options.ts";
import { memberColumns, useUserColumns } from "./user-columns.ts";
import { useSelection } from "./use-selection.ts";
import type { UsersBulkProps } from "./users-bulk.tsx";
import { useUsersSearch, type UsersSearchState } from "./use-users-search.ts";
import { usersQuery, type ListedUser } from "./users.api.ts";
import { UsersCards } from "./users-cards.tsx";
import { UsersEmpty, UsersError } from "./users-feedback.tsx";
import { UsersFilterButton } from "./users-filter-button.tsx";
import { UsersFilters } from "./users-filters.tsx";
import { hasActiveFilters, listKey, pageSizes, type UsersBasePath } from "./users-search.ts";
import { UsersTable } from "./users-table.tsx";
import { UsersViews } from "./users-views.tsx";

type UsersPagination = { pagination: { page: number; limit: number; total: number; pages: number } };

function Paging({
  found,
  state,
  unfiltered,
}: {
  found: UsersPagination;
  state: UsersSearchState;
  unfiltered: number | undefined;
}) {
  const t = useTranslations("users");
  const common = useTranslations("common");
  const { page, limit, total, pages } = found.pagination;
  const from = total === 0 ? 0 : (page - 1) * limit + 1;
  const range = t("range", { from, to: Math.min(page * limit, total), total });
  const isFiltered = hasActiveFilters(state.search) && unfiltered !== undefined && unfiltered !== total;
  return (
    <Pagination
      label={common("paging.label")}
      range={
        <>
          {range}
          {isFiltered && <span className="text-text-3"> {t("rangeUnfiltered", { count: unfiltered })}</span>}
        </>
      }
      page={page}
      pages={Math.max(pages, 1)}
      onPage={(next) => state.change({ page: next })}
      pageSize={limit}
      pageSizes={pageSizes}
      onPageSize={(size) =>
        state.change({ limit: size === defaultPageSize ? undefined : size, page: undefined })
      }
      sizeLabel={common("paging.perPage")}
      previousLabel={common("paging.previous")}
      nextLabel={common("paging.next")}
      pageLabel={(number) => common("paging.page", { page: number })}
    />
  );
}

/** Loaded with the first quick look. */
const UserDrawer = lazyDialog(async () => (await import("./user-drawer.tsx")).UserDrawer);

function UserQuickView({ users, state }: { users: readonly ListedUser[]; state: UsersSearchState }) {
  const index = users.findIndex((user) => user.id === state.search.person);
  return (
    <UserDrawer
      open={index >= 0}
      user={users[index] ?? null}
      steps={{ before: index > 0, after: index >= 0 && index < users.length - 1 }}
      onStep={(direction) => {
        const next = users[index + direction];
        if (next) state.replace({ person: next.id });
      }}
      onClose={() => state.change({ person: undefined })}
    />
  );
}

// Loaded with the first selection, or for unfinished bulk work.
const UsersBulk = lazyPart(async () => (await import("./users-bulk.tsx")).UsersBulk, "users-bulk");

function BulkWork(props: UsersBulkProps) {
  const { organizationId, selection } = props;
  const [hasOpened, setHasOpened] = useState(() => storedBulk(bulkKinds, organizationId) !== null);
  if (selection.people.size > 0 && !hasOpened) setHasOpened(true);
  if (!hasOpened) return null;
  return <UsersBulk {...props} />;
}

export interface UsersPageProps {
  organizationId: string;
  /** The page of the list: staff, or members with join date and activity. */
  basePath: UsersBasePath;
  notify: Notify;
}

/** The people of a practice: views, search, filters, columns, sort order and pages, all in the URL. */
export function UsersPage({ organizationId, basePath, notify }: UsersPageProps) {
  const t = useTranslations("users");
  const state = useUsersSearch(basePath);
  const { search, ignoredParams, change, replace } = state;
  const columns = useUserColumns();
  const isStaff = basePath === "/users";
  const list = useQuery(usersQuery(organizationId, search));
  const statistics = useQuery(userStatisticsQuery(organizationId)).data;
  const options = useFilterOptions(statistics);
  const actions = usePersonActions(organizationId, notify);
  const p = useTranslations("people");
  const canWrite = useHasPermission("users:write");
  const close = useCloseEntry();
  const selection = useSelection(listKey(search));

  const [exportFailure, setExportFailure] = useState<string | null>(null);

  const users = list.data?.data;
  const reset = () =>
    change({
      search: undefined,
      role: undefined,
      department: undefined,
      dateRange: undefined,
      status: undefined,
    });
  const failed = list.isError && users === undefined;
  const empty = users?.length === 0;
  const isFiltered = hasActiveFilters(search) || search.status !== undefined;
  const emptyState = failed ? (
    <UsersError error={list.error} retrying={list.isFetching} onRetry={() => void list.refetch()} />
  ) : empty ? (
    <UsersEmpty hasActiveFilters={isFiltered} onReset={reset} />
  ) : undefined;
  const rows = {
    users,
    reloading: list.isFetching && users !== undefined,
    emptyState,
    onOpen: (user: ListedUser) => change({ person: user.id }),
    ...(canWrite ? { onStart: actions.start, selection } : {}),
  };
  const filters = { search, ...options, onChange: change };

  const subtitle = statistics
    ? t("seats", { taken: statistics.seatsTaken, max: statistics.maxUsers })
    : "\u00A0";
  const headerActions = (
    <>
      <ExportButton search={search} onFailure={setExportFailure} />
      {canWrite && (
        <>
          <Button
            icon={ClipboardCheck}
            {...preloads(OnboardingDialog)}
            onClick={() => change({ create: "joining" })}
          >
            {p("join")}
          </Button>
          <Button
            variant="primary"
            icon={UserPlus}
            {...preloads(AddPersonDialog)}
            onClick={() => change({ create: "person" })}
          >
            {p("add")}
          </Button>
        </>
      )}
    </>
  );

  return (
    <>
      {basePath === "/organization" ? (
        // A tab has the heading of its page above it.
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-body text-text-2">{subtitle}</p>
          <div className="flex flex-wrap gap-3">{headerActions}</div>
        </div>
      ) : (
        <PageHeader
          title={t(isStaff ? "title" : "membersTitle")}
          subtitle={subtitle}
          actions={headerActions}
        />
      )}
      <div className="mt-3">
        <UsersViews basePath={basePath} search={search} statistics={statistics} />
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <SearchField
          className="min-w-0 flex-1 md:w-81 md:flex-none"
          label={t("search.label")}
          placeholder={t("search.placeholder")}
          value={search.search ?? ""}
          onSearch={(text) => replace({ search: text || undefined })}
        />
        <div className="contents md:hidden">
          <UsersFilterButton {...filters} onSort={change} />
        </div>
        <div className="contents max-md:hidden">
          <UsersFilters {...filters} />
          {isStaff && (
            <div className="ml-auto flex flex-wrap gap-2">
              <SavedViewsButton search={search} />
              <ColumnPicker {...columns} />
            </div>
          )}
        </div>
      </div>
      <div className="mt-4 grid gap-4">
        {exportFailure !== null && (
          <ErrorBox title={t("export.error")} onHide={() => setExportFailure(null)}>
            {exportFailure}
          </ErrorBox>
        )}
        {ignoredParams.map((field) => (
          <ErrorBox key={field} variant="warning">
            {t("skipped", { field })}
          </ErrorBox>
        ))}
        {list.isError && users !== undefined && (
          <ErrorBox variant="warning" persistent title={t("error.title")}>
            {t("error.stale")}
          </ErrorBox>
        )}
        <div className="max-md:hidden">
          <UsersTable
            {...rows}
            columns={isStaff ? columns.columns : memberColumns}
            search={search}
            onSort={change}
          />
        </div>
        <div className="md:hidden">
          {!failed && !empty && (
            <p className="mb-2 text-dense text-text-2">
              {list.data ? t("people", { count: list.data.pagination.total }) : "\u00A0"}
            </p>
          )}
          <UsersCards {...rows} searched={search.search ?? ""} />
        </div>
        {canWrite && (
          <BulkWork
            organizationId={organizationId}
            selection={selection}
            search={search}
            total={list.data?.pagination.total ?? 0}
          />
        )}
        {list.data && !empty && (
          <Paging found={list.data} state={state} unfiltered={statistics?.totalUsers} />
        )}
      </div>
      <UserQuickView users={users ?? []} state={state} />
      {actions.dialogs}
      {canWrite && (
        <>
          <AddPerson
            organizationId={organizationId}
            open={search.create === "person"}
            onClose={() => close(() => replace({ create: undefined }))}
            notify={notify}
            mode={isStaff ? "account" : "invite"}
          />
          <StartOnboarding
            organizationId={organizationId}
            open={search.create === "joining"}
            onClose={() => close(() => replace({ create: undefined }))}
          />
        </>
      )}
    </>
  );
}
