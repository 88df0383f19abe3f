import { maxPageSize } from "@praxisportal/contract/limits";
import { useQuery } from "@tanstack/react-query";
import ScrollText from "lucide-react/icons/scroll-text";
import ShieldCheck from "lucide-react/icons/shield-check";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { ListPage } from "../../platform/list/list-page.tsx";
import { serverCursors } from "../../platform/list/list-source.ts";
import { useListSearch } from "../../platform/list/use-list-search.ts";
import { WriteButton } from "../../platform/forms/write-block.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { AuditDetails } from "./audit-details.tsx";
import { auditSearch, filtersOf } from "./audit-search.ts";
import { auditQuery, type AuditScope, exportAudit, loadAuditPage } from "./audit.api.ts";
import { ChainResult, useChainCheck } from "./chain-check.tsx";
import { NewEntriesBanner } from "./new-entries-banner.tsx";
import { useAuditColumns } from "./use-audit-columns.tsx";
import { useAuditFilters } from "./use-audit-filters.tsx";
import { useSearchedActions } from "./use-searched-actions.ts";

export interface AuditLogProps {
  scope: AuditScope;
  /** Restricts the log to one person. The filter for people is hidden then. */
  person?: string;
  /** Renders the heading with the actions. By default, only the actions are shown, for a log inside another page. */
  header?: (actions: ReactNode) => ReactNode;
}

/** Filtered lists are counted up to this number only. */
const countedEntries = 1_000;

const onlyActions = (actions: ReactNode) => (
  <div className="button-row flex flex-wrap gap-3 md:justify-end">{actions}</div>
);

/** Shows the audit log with filters, export and the check of its hash chain. */
export function AuditLog({ scope, person, header = onlyActions }: AuditLogProps) {
  const t = useTranslations("audit");
  const list = useListSearch(auditSearch);
  const searchActions = useSearchedActions(list.search.search);
  const search = {
    ...list.search,
    ...(person !== undefined && { person }),
    ...(searchActions !== undefined && { searchActions }),
  };
  const query = useQuery(auditQuery(scope, search));
  const check = useChainCheck(scope);
  const entries = query.data?.data;
  const isFiltered = list.hasActiveFilters || person !== undefined;
  return (
    <ListPage
      name="audit"
      title={t(scope === null ? "platformTitle" : "title")}
      label={t("table")}
      isPlatform={scope === null}
      header={header}
      actions={
        <WriteButton icon={ShieldCheck} busy={check.busy} onClick={check.start}>
          {t("check.open")}
        </WriteButton>
      }
      list={list}
      search={{
        label: t("search.label"),
        placeholder: t(scope === null ? "search.platform" : "search.placeholder"),
      }}
      source={serverCursors(query, (cursor) =>
        loadAuditPage(
          scope,
          { ...filtersOf(search), ...(cursor !== undefined && { cursor }) },
          { limit: maxPageSize },
        ),
      )}
      columns={useAuditColumns()}
      filters={useAuditFilters(scope, list, entries, person === undefined)}
      details={(entry) => <AuditDetails entry={entry} onChange={list.change} />}
      exports={(["csv", "json"] as const).map((format) => ({
        key: format,
        label: t(`export.${format}`),
        save: () => exportAudit(scope, format, search),
      }))}
      exportFailedTitle={t("export.failed")}
      notices={
        <>
          <ChainResult check={check} />
          {/* While another filter is loading, the rows are still those of the previous one. */}
          {entries !== undefined && !query.isPlaceholderData && search.cursor === undefined && (
            <NewEntriesBanner
              scope={scope}
              search={search}
              entries={entries}
              onShow={() => void query.refetch()}
            />
          )}
        </>
      }
      cursorTexts={{
        label: t("pages"),
        count: (estimate) =>
          isFiltered && estimate > countedEntries
            ? t("more", { count: countedEntries })
            : t("count", { count: estimate }),
        first: t("newest"),
        previous: t("newer"),
        next: t("older"),
      }}
      emptyState={<EmptyState icon={ScrollText} title={t("empty.title")} text={t("empty.text")} />}
      notFound={{ title: t("empty.notFoundTitle"), text: t("empty.notFoundText") }}
      failedTitle={t("loadFailed")}
      tableFrom="(min-width: 64rem)"
    />
  );
}
