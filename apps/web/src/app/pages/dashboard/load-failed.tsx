import { useTranslations } from "use-intl";
import { isApiError } from "../../../platform/api-client/api-error.ts";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";

/** The part of a query this page needs; the queries differ in their data types. */
interface Reading {
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly data: unknown;
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
}

/** Returns the first query that failed before it ever returned data. */
export function failedOf(queries: readonly Reading[]): Reading | undefined {
  return queries.find((query) => query.isError && query.data === undefined);
}

/** Replaces figures that failed to load and retries all failed queries; renders nothing if none failed. */
export function LoadFailed({ queries }: { queries: readonly Reading[] }) {
  const t = useTranslations("dashboard");
  const common = useTranslations("common");
  const failed = failedOf(queries);
  if (!failed) return null;
  const { error } = failed;
  return (
    <ErrorState
      title={t("error.title")}
      text={error?.message || common("error.load")}
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
