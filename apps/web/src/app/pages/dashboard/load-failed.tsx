import { useTranslations } from "use-intl";
import { isApiError } from "../../../platform/api-client/api-error.ts";
import { ErrorState } from "../../../ui/error-state.tsx";

/** What this page needs to know of a query; each query of the page is of another type. */
interface Reading {
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly data: unknown;
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
}

/** The first query that failed before it ever had an answer. */
export function failedOf(queries: readonly Reading[]): Reading | undefined {
  return queries.find((query) => query.isError && query.data === undefined);
}

/** In place of figures that could not be loaded; nothing if they could. Tries all that failed again. */
export function LoadFailed({ queries }: { queries: readonly Reading[] }) {
  const t = useTranslations("dashboard");
  const common = useTranslations("common");
  const failed = failedOf(queries);
  if (!failed) return null;
  const { error } = failed;
  return (
    <ErrorState
      title={t("error.title")}
      text={error?.message || t("error.text")}
      onRetry={() => {
        for (const query of queries) if (query.isError) void query.refetch();
      }}
      retryLabel={common("retry")}
      retrying={failed.isFetching}
      requestId={isApiError(error) ? (error.requestId ?? undefined) : undefined}
      requestIdLabel={common("error.requestId")}
      copyLabel={common("error.copyRequestId")}
    />
  );
}
