import { useQuery } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import ShieldCheck from "lucide-react/icons/shield-check";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { useHasPermission } from "../../platform/session/session-access.ts";
import { Button } from "../../ui/button.tsx";
import { KeysetPaging } from "../../ui/keyset-paging.tsx";
import { Menu } from "../../ui/menu.tsx";
import { ErrorBox } from "../../ui/message-box.tsx";
import { AuditEmpty, AuditError } from "./audit-feedback.tsx";
import { AuditTable } from "./audit-table.tsx";
import {
  newAuditEntriesQuery,
  auditQuery,
  type AuditEntry,
  type AuditScope,
  exportAudit,
} from "./audit.api.ts";
import {
  type AuditChange,
  type AuditSearch,
  changed,
  filtersOf,
  hasActiveFilters,
  outcomes,
  targetTypes,
} from "./audit-search.ts";
import { ChainAnswer, useChainCheck } from "./chain-check.tsx";
import { PeriodChip } from "./period-chip.tsx";
import { PersonChip } from "./person-chip.tsx";
import { SingleSelectChip } from "./single-select-chip.tsx";
import { useAuditLabels } from "./use-audit-labels.ts";

export interface AuditLogProps {
  scope: AuditScope;
  search: AuditSearch;
  onSearch: (search: AuditSearch) => void;
  /** Restricts the log to one person; not shown as a filter. */
  person?: string;
  /** Renders the page header with the actions. Without it, the actions are next to the filters. */
  header?: (actions: ReactNode) => ReactNode;
}

/** Filtered lists are counted up to this number only. */
const countedEntries = 1_000;

/** The audit log with filters, export and the check of its hash chain. */
export function AuditLog({ scope, search: filters, onSearch, person, header }: AuditLogProps) {
  const t = useTranslations("audit");
  const search = person === undefined ? filters : { ...filters, person };
  const list = useQuery(auditQuery(scope, search));
  const check = useChainCheck(scope);
  const file = useExport(scope, search);
  const entries = list.data?.data;
  const change = (update: AuditChange) => onSearch(changed(filters, update));
  const reset = () => onSearch({});
  const isEmpty = entries?.length === 0;
  const emptyState =
    list.isError && entries === undefined ? (
      <AuditError error={list.error} retrying={list.isFetching} onRetry={() => void list.refetch()} />
    ) : isEmpty ? (
      <AuditEmpty hasActiveFilters={hasActiveFilters(filters)} onReset={reset} />
    ) : undefined;
  const actions = (
    <>
      <Button icon={ShieldCheck} busy={check.state.kind === "running"} onClick={check.run}>
        {t("check.open")}
      </Button>
      <Menu
        align="end"
        trigger={
          <Button icon={Download} busy={file.busy}>
            {t("export.open")}
          </Button>
        }
        items={(["csv", "json"] as const).map((format) => ({
          key: format,
          label: t(`export.${format}`),
          onSelect: () => file.save(format),
        }))}
      />
    </>
  );
  return (
    <>
      {header?.(actions)}
      <div className="mt-4 grid gap-4">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <Filters
            scope={scope}
            search={filters}
            withPerson={person === undefined}
            entries={entries}
            onChange={change}
          />
          {header === undefined && <div className="flex flex-wrap gap-3">{actions}</div>}
        </div>
        <ChainAnswer state={check.state} onClose={check.close} />
        {file.failure !== null && (
          <ErrorBox persistent title={t("export.failed")}>
            {file.failure}
          </ErrorBox>
        )}
        {list.isError && entries !== undefined && (
          <ErrorBox variant="warning" persistent title={t("loadFailed")}>
            {t("stale")}
          </ErrorBox>
        )}
        {entries !== undefined && search.cursor === undefined && (
          <NewEntriesBanner
            scope={scope}
            search={search}
            shown={entries}
            onShow={() => void list.refetch()}
          />
        )}
        <AuditTable
          entries={entries}
          reloading={list.isFetching && entries !== undefined}
          onChange={change}
          emptyState={emptyState}
        />
        {list.data !== undefined && !isEmpty && (
          <Paging
            pagination={list.data.pagination}
            hasActiveFilters={hasActiveFilters(search)}
            onCursor={(cursor) => change({ cursor })}
          />
        )}
      </div>
    </>
  );
}

function useExport(scope: AuditScope, search: AuditSearch) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const save = async (format: "csv" | "json") => {
    setBusy(true);
    setFailure(null);
    try {
      await exportAudit(scope, format, search);
    } catch (error) {
      setFailure(isApiError(error) ? error.message : "");
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, save: (format: "csv" | "json") => void save(format) };
}

interface FiltersProps {
  scope: AuditScope;
  search: AuditSearch;
  withPerson: boolean;
  entries: readonly AuditEntry[] | undefined;
  onChange: (change: AuditChange) => void;
}

function Filters({ scope, search, withPerson, entries, onChange }: FiltersProps) {
  const t = useTranslations("audit");
  const common = useTranslations("common");
  const labels = useAuditLabels();
  const canReadPeople = useHasPermission("users:read");
  const parties = (entries ?? []).flatMap(({ actor, target }) => [actor, target]);
  const name =
    parties.find((party) => party?.id === search.person && typeof party?.name === "string")?.name ??
    undefined;
  return (
    <div role="group" aria-label={t("filter.label")} className="flex min-w-0 flex-wrap items-center gap-2">
      {withPerson && (
        <PersonChip
          organizationId={canReadPeople ? scope : null}
          value={search.person}
          name={name}
          onChange={(person) => onChange({ person })}
        />
      )}
      <SingleSelectChip
        label={t("filter.action")}
        searchLabel={t("filter.search")}
        options={labels.actionOptions()}
        value={search.action}
        shown={search.action === undefined ? undefined : labels.chosenAction(search.action)}
        onChange={(action) => onChange({ action })}
      />
      <SingleSelectChip
        label={t("filter.object")}
        options={targetTypes.map((type) => ({ value: type, label: t(`kinds.${type}`) }))}
        value={search.targetType}
        onChange={(targetType) => onChange({ targetType })}
      />
      <SingleSelectChip
        label={t("filter.outcome")}
        options={outcomes.map((outcome) => ({ value: outcome, label: t(`outcome.${outcome}`) }))}
        value={search.outcome}
        onChange={(outcome) => onChange({ outcome })}
      />
      <PeriodChip search={search} onChange={onChange} />
      {hasActiveFilters(search) && (
        <Button
          variant="quiet"
          size="small"
          onClick={() => {
            const none = Object.fromEntries(
              Object.keys(filtersOf(search)).map((field) => [field, undefined]),
            );
            onChange(none);
          }}
        >
          {common("empty.resetFilters")}
        </Button>
      )}
    </div>
  );
}

interface NewEntriesBannerProps {
  scope: AuditScope;
  search: AuditSearch;
  shown: readonly AuditEntry[];
  onShow: () => void;
}

/** Announces newer entries without moving the rows that are being read. */
function NewEntriesBanner({ scope, search, shown, onShow }: NewEntriesBannerProps) {
  const t = useTranslations("audit");
  const { data } = useQuery(newAuditEntriesQuery(scope, search));
  const newest = shown[0]?.seq ?? 0;
  const count = data?.filter((seq) => seq > newest).length ?? 0;
  return (
    <div role="status" className="empty:hidden">
      {count > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-r-3 bg-info-soft px-4 py-2 text-dense text-text">
          <span>{t(count === data?.length ? "manyNews" : "news", { count })}</span>
          <Button size="small" onClick={onShow}>
            {t("show")}
          </Button>
        </div>
      )}
    </div>
  );
}

interface PagingProps {
  pagination: { nextCursor: string | null; prevCursor: string | null; totalEstimate: number };
  hasActiveFilters: boolean;
  onCursor: (cursor: string | undefined) => void;
}

function Paging({
  pagination: { nextCursor, prevCursor, totalEstimate },
  hasActiveFilters: isFiltered,
  onCursor,
}: PagingProps) {
  const t = useTranslations("audit");
  const isMore = isFiltered && totalEstimate > countedEntries;
  return (
    <KeysetPaging
      label={t("pages")}
      count={isMore ? t("more", { count: countedEntries }) : t("count", { count: totalEstimate })}
      previous={prevCursor}
      next={nextCursor}
      firstLabel={t("newest")}
      previousLabel={t("newer")}
      nextLabel={t("older")}
      onCursor={onCursor}
    />
  );
}
