import { useQuery, useQueryClient } from "@tanstack/react-query";
import KeyRound from "lucide-react/icons/key-round";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import type { ListExport } from "../../../platform/list/export-button.tsx";
import { ListPage } from "../../../platform/list/list-page.tsx";
import { serverPages } from "../../../platform/list/list-source.ts";
import { useListSelection } from "../../../platform/list/use-list-selection.ts";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { SelectionBar } from "../../../ui/list/selection-bar.tsx";
import { type OpenTokenDialog, TokenDialogs } from "../revoke/token-dialogs.tsx";
import { filtersOf, type TokenList as TokenListState } from "./token-search.ts";
import { TokenStats } from "./token-stats.tsx";
import {
  loadTokenPage,
  type OrgToken,
  tokensKey,
  tokensQuery,
  tokenStatisticsQuery,
  type TokenScope,
} from "../tokens.api.ts";
import { useTokenColumns } from "./use-token-columns.tsx";
import { type RenderOrganizationPicker, useTokenFilters } from "./use-token-filters.tsx";
import { useTokenMenu } from "./use-token-menu.ts";

export interface TokenListProps {
  /** Organization whose tokens are listed, or null for all. */
  scope: TokenScope;
  list: TokenListState;
  /** Renders the heading with the export and the actions of the page. */
  header: (actions: ReactNode) => ReactNode;
  actions?: ReactNode;
  /** Exports created by the server instead of the browser. */
  exports?: readonly ListExport[];
  /** Organization filter, where several organizations are listed. */
  renderOrganizationPicker?: RenderOrganizationPicker;
  /** True if the user may revoke all access to an organization at once. */
  canRevokeOrganization: boolean;
}

/** Returns whether a token is active. Only active tokens can be revoked. */
const isActive = ({ status }: OrgToken) => status === "active";

/** Shows figures, filters and the token list with its actions. All state is in the URL. */
export function TokenList(props: TokenListProps) {
  const { scope, list, renderOrganizationPicker, canRevokeOrganization } = props;
  const t = useTranslations("client-tokens");
  const client = useQueryClient();
  const { search } = list;
  const query = useQuery(tokensQuery(scope, search));
  // The statistics depend only on the organization filter, because they supply the options of the other filters.
  const statsOrganizationId = scope ?? search.organizationId ?? null;
  const statistics = useQuery(tokenStatisticsQuery(statsOrganizationId)).data;
  const [openDialog, setOpenDialog] = useState<OpenTokenDialog>(null);
  const selection = useListSelection(JSON.stringify(filtersOf(search)), isActive);
  const withOrganization = scope === null;
  const selectedTokens = [...selection.rows.values()];
  return (
    <>
      <ListPage
        name={withOrganization ? "client-tokens" : "organization-tokens"}
        title={t("title")}
        label={t("table")}
        isPlatform={withOrganization}
        header={props.header}
        actions={props.actions}
        views={<TokenStats scope={statsOrganizationId} list={list} />}
        list={list}
        source={serverPages(query, (page, limit) => loadTokenPage(scope, { ...search, page, limit }))}
        search={{
          label: t("filter.search"),
          placeholder: t(withOrganization ? "filter.placeholder" : "filter.placeholderOrganization"),
        }}
        columns={useTokenColumns(query.dataUpdatedAt, withOrganization)}
        filters={useTokenFilters(list, statistics, withOrganization ? renderOrganizationPicker : undefined)}
        exports={props.exports}
        exportFailedTitle={t("error.export")}
        nameOf={({ applicationInfo, userId }) =>
          t("nameOf", { application: applicationInfo.name, person: userId.name })
        }
        rowActions={useTokenMenu({ list, withOrganization, canRevokeOrganization, onOpen: setOpenDialog })}
        selection={selection}
        selectPageLabel={t("selectAll")}
        footer={
          selectedTokens.length > 0 && (
            <SelectionBar
              count={t("selected", { count: selectedTokens.length })}
              actions={
                <WriteButton
                  variant="destructive"
                  size="small"
                  onClick={() => setOpenDialog({ kind: "revoke", tokens: selectedTokens })}
                >
                  {t("revoke.submit")}
                </WriteButton>
              }
              clearLabel={t("clearSelection")}
              onClear={selection.clear}
            />
          )
        }
        emptyState={<EmptyState icon={KeyRound} title={t("empty.title")} text={t("empty.text")} />}
        notFound={{ title: t("empty.notFoundTitle"), text: t("empty.notFoundText") }}
        failedTitle={t("error.list")}
        tableFrom="(min-width: 80rem)"
      />
      <TokenDialogs
        openDialog={openDialog}
        onClose={() => setOpenDialog(null)}
        onChanged={() => {
          selection.clear();
          void client.invalidateQueries({ queryKey: tokensKey });
        }}
      />
    </>
  );
}
