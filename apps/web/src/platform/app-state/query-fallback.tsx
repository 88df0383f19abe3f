import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { ErrorState } from "../../ui/feedback/error-state.tsx";
import { isApiError, messageOf } from "../api-client/api-error.ts";
import { OfflineWritable } from "../forms/write-block.tsx";
import { useAppState } from "./app-state.store.ts";

/** The parts of a query that determine what is shown until it has data. */
export interface AwaitedQuery {
  readonly data: unknown;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

interface QueryFallbackProps {
  /** The query, or several queries whose data is shown together. */
  query: AwaitedQuery | readonly AwaitedQuery[];
  /** The title of the error if the data could not be loaded. */
  failedTitle: ReactNode;
  /** Placeholder while the data is loading. */
  children?: ReactNode;
  /** Classes of the error. */
  className?: string;
}

/**
 * Placeholder for the data of a query. If the data cannot be loaded, shows the reason, a retry button and the request
 * id for support. Renders nothing once there is data.
 */
export function QueryFallback({ query, failedTitle, children, className }: QueryFallbackProps) {
  const waiting = [query].flat().filter(({ data }) => data === undefined);
  const failed = waiting.filter(({ error }) => error !== null);
  const error = failed[0]?.error;
  const common = useTranslations("common");
  const online = useAppState((state) => state.online);
  if (waiting.length === 0) return null;
  if (!error) return children;
  return (
    <OfflineWritable>
      <ErrorState
        className={className}
        title={failedTitle}
        text={messageOf(error, common(online ? "error.load" : "offline.load"))}
        onRetry={() => failed.forEach(({ refetch }) => void refetch())}
        retryLabel={common("retry")}
        retrying={failed.some(({ isFetching }) => isFetching)}
        requestId={isApiError(error) ? (error.requestId ?? undefined) : undefined}
        requestIdLabel={common("error.requestId")}
        copyLabel={common("error.copyRequestId")}
      />
    </OfflineWritable>
  );
}
