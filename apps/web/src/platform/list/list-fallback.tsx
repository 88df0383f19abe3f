import Lock from "lucide-react/icons/lock";
import SearchX from "lucide-react/icons/search-x";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../../ui/button/button.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { isApiError } from "../api-client/api-error.ts";
import { QueryFallback } from "../app-state/query-fallback.tsx";
import type { ListSource } from "./list-source.ts";
import type { ListState } from "./use-list-search.ts";

export interface ListFallbackTexts {
  /** Content if the list has no rows, regardless of filters. */
  emptyState: ReactNode;
  failedTitle: string;
  /** Texts if no row matches the search and the filters. The default is a general text. */
  notFound?: { readonly title: string; readonly text: string };
}

/** Returns whether the user may not see the list. Search and export are hidden then. */
export function isDenied<Row>({ rows, query: { error } }: ListSource<Row>): boolean {
  return rows === undefined && isApiError(error) && (error.status === 403 || error.status === 404);
}

/**
 * Returns the content to show instead of the rows: an error, no rows, or no matches. Returns undefined if there are
 * rows.
 */
export function useListFallback<Row>(
  source: ListSource<Row>,
  list: ListState,
  { emptyState, failedTitle, notFound }: ListFallbackTexts,
): ReactNode {
  const t = useTranslations("list");
  const { error } = source.query;
  const { rows, pagination } = source;
  if (rows === undefined || pagination === undefined) {
    if (error === null) return undefined;
    if (isDenied(source)) return <EmptyState icon={Lock} title={t("denied.title")} text={t("denied.text")} />;
    return <QueryFallback className="m-4" query={source.query} failedTitle={failedTitle} />;
  }
  if ("total" in pagination ? pagination.total > 0 : rows.length > 0) return undefined;
  if (!list.hasActiveFilters) return emptyState;
  return (
    <EmptyState
      icon={SearchX}
      title={notFound?.title ?? t("empty.title")}
      text={notFound?.text ?? t("empty.text")}
      action={<Button onClick={list.reset}>{t("empty.reset")}</Button>}
    />
  );
}
