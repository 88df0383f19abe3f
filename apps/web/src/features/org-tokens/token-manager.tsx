import { useQuery, useQueryClient } from "@tanstack/react-query";
import { defaultPageSize } from "@praxisportal/contract/limits";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { ErrorBox } from "../../ui/message-box.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import { SelectionBar } from "../../ui/selection-bar.tsx";
import { Button } from "../../ui/button.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { type OpenTokenDialog, TokenDialogs } from "./token-dialogs.tsx";
import { TokensEmpty, TokensError } from "./token-feedback.tsx";
import { TokenStats } from "./token-stats.tsx";
import { type RenderPracticePicker, TokenFilters } from "./token-filters.tsx";
import type { TokenActions } from "./token-menu.tsx";
import { hasActiveFilters, pageSizes } from "./token-search.ts";
import { TokensCards } from "./tokens-cards.tsx";
import { TokensTable } from "./tokens-table.tsx";
import {
  type OrgToken,
  tokensKey,
  tokensQuery,
  tokenStatisticsQuery,
  type TokenScope,
} from "./tokens.api.ts";
import { noSelection, type TokenSearchState } from "./use-token-search.ts";

export interface TokenManagerProps {
  /** Organization whose tokens are listed; null for all. */
  scope: TokenScope;
  state: TokenSearchState;
  /** Practice filter, where several practices are listed. */
  renderPracticePicker?: RenderPracticePicker;
  /** Whether the user may revoke all access to a practice at once. */
  canRevokeOrganization: boolean;
  notify: (message: string) => void;
}

function Paging({
  pagination: { page, limit, total, pages },
  state,
}: {
  pagination: { page: number; limit: number; total: number; pages: number };
  state: TokenSearchState;
}) {
  const t = useTranslations("client-tokens");
  const common = useTranslations("common");
  const from = total === 0 ? 0 : (page - 1) * limit + 1;
  return (
    <Pagination
      label={common("paging.label")}
      range={t("range", { from, to: Math.min(page * limit, total), total })}
      page={page}
      pages={Math.max(pages, 1)}
      onPage={(next) => state.change({ page: next })}
      pageSize={limit}
      pageSizes={pageSizes}
      onPageSize={(size) => state.change({ limit: size === defaultPageSize ? undefined : size })}
      sizeLabel={common("paging.perPage")}
      previousLabel={common("paging.previous")}
      nextLabel={common("paging.next")}
      pageLabel={(number) => common("paging.page", { page: number })}
    />
  );
}

/** Selected tokens. Tokens that leave the page are deselected. */
function useSelection(tokens: readonly OrgToken[] | undefined) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const active = (tokens ?? []).filter((token) => token.status === "active");
  const chosen = active.filter(({ id }) => ids.has(id));
  return {
    chosen,
    clear: () => setIds(new Set()),
    selection: {
      ids: new Set(chosen.map(({ id }) => id)),
      toggle: ({ id }: OrgToken) => {
        const next = new Set(ids);
        if (!next.delete(id)) next.add(id);
        setIds(next);
      },
      all: (isSelected: boolean) => setIds(new Set(isSelected ? active.map(({ id }) => id) : [])),
    },
  };
}

/** Statistics, filters and the token list with its actions. All state is in the URL. */
export function TokenManager({
  scope,
  state,
  renderPracticePicker,
  canRevokeOrganization,
  notify,
}: TokenManagerProps) {
  const t = useTranslations("client-tokens");
  const client = useQueryClient();
  const { search, ignoredParams, change, replace } = state;
  const list = useQuery(tokensQuery(scope, search));
  // Statistics follow the practice filter only; the other filters are built from them.
  const statsOrganizationId = scope ?? search.organizationId ?? null;
  const statistics = useQuery(tokenStatisticsQuery(statsOrganizationId)).data;
  const [opened, setOpened] = useState<OpenTokenDialog>(null);
  const tokens = list.data?.data;
  const { chosen, clear, selection } = useSelection(tokens);
  const withPractice = scope === null;
  const refetch = () => void client.invalidateQueries({ queryKey: tokensKey });

  const actions: TokenActions = {
    revoke: (token) => setOpened({ kind: "revoke", tokens: [token] }),
    onlyApplication: ({ applicationId }) => change({ ...noSelection, applicationId }),
    onlyPractice: withPractice
      ? ({ organizationId }) => change({ ...noSelection, organizationId })
      : undefined,
    revokePractice: canRevokeOrganization
      ? ({ organizationId: id, organizationName: name }) =>
          setOpened({ kind: "practice", practice: { id, name } })
      : undefined,
  };
  const failed = list.isError && tokens === undefined;
  const empty = tokens?.length === 0;
  const emptyState = failed ? (
    <TokensError error={list.error} retrying={list.isFetching} onRetry={() => void list.refetch()} />
  ) : empty ? (
    <TokensEmpty hasActiveFilters={hasActiveFilters(search)} onReset={() => change(noSelection)} />
  ) : undefined;
  const reloading = list.isFetching && tokens !== undefined;
  const practiceName =
    search.organizationId === undefined
      ? undefined
      : (statistics?.topOrganizations.find(({ organizationId }) => organizationId === search.organizationId)
          ?.name ?? "");

  return (
    <>
      <TokenStats scope={statsOrganizationId} state={state} />
      <div className="mt-6 flex flex-wrap items-center gap-2">
        <SearchField
          label={t("filter.search")}
          value={search.search ?? ""}
          placeholder={t(withPractice ? "filter.placeholder" : "filter.placeholderPractice")}
          onSearch={(text) => replace({ search: text || undefined })}
        />
        <TokenFilters
          state={state}
          statistics={statistics}
          renderPracticePicker={withPractice ? renderPracticePicker : undefined}
          practiceName={practiceName}
        />
      </div>
      <div className="mt-4 grid gap-4">
        {ignoredParams.map((field) => (
          <ErrorBox key={field} variant="warning">
            {t("skipped", { field })}
          </ErrorBox>
        ))}
        {list.isError && tokens !== undefined && (
          <ErrorBox variant="warning" persistent title={t("error.list")}>
            {t("error.stale")}
          </ErrorBox>
        )}
        <div className="max-[1280px]:hidden">
          <TokensTable
            tokens={tokens}
            search={search}
            now={list.dataUpdatedAt}
            reloading={reloading}
            withPractice={withPractice}
            selection={selection}
            actions={actions}
            onSort={change}
            emptyState={emptyState}
            footer={
              chosen.length > 0 && (
                <SelectionBar
                  count={t("selected", { count: chosen.length })}
                  actions={
                    <Button
                      variant="destructive"
                      size="small"
                      onClick={() => setOpened({ kind: "revoke", tokens: chosen })}
                    >
                      {t("revoke.submit")}
                    </Button>
                  }
                  clearLabel={t("clearSelection")}
                  onClear={clear}
                />
              )
            }
          />
        </div>
        <div className="min-[1280px]:hidden">
          <TokensCards
            tokens={tokens}
            searched={search.search ?? ""}
            now={list.dataUpdatedAt}
            reloading={reloading}
            withPractice={withPractice}
            actions={actions}
            emptyState={emptyState}
          />
        </div>
        {list.data && !empty && <Paging pagination={list.data.pagination} state={state} />}
      </div>
      <TokenDialogs
        opened={opened}
        onClose={() => setOpened(null)}
        onChanged={() => {
          clear();
          refetch();
        }}
        notify={notify}
      />
    </>
  );
}
