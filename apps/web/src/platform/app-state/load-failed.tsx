import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { ErrorState } from "../../ui/feedback/error-state.tsx";
import { isApiError, messageOf } from "../api-client/api-error.ts";

interface LoadFailedProps {
  error: Error;
  title: ReactNode;
  retrying: boolean;
  onRetry: () => void;
  className?: string;
}

/** Replaces content that could not be loaded: the reason, a retry button and the request id for support. */
export function LoadFailed({ error, title, retrying, onRetry, className }: LoadFailedProps) {
  const common = useTranslations("common");
  return (
    <ErrorState
      className={className}
      title={title}
      text={messageOf(error, common("error.load"))}
      onRetry={onRetry}
      retryLabel={common("retry")}
      retrying={retrying}
      requestId={isApiError(error) ? (error.requestId ?? undefined) : undefined}
      requestIdLabel={common("error.requestId")}
      copyLabel={common("error.copyRequestId")}
    />
  );
}
