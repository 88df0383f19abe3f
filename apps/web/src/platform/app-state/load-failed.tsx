import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { ErrorState } from "../../ui/feedback/error-state.tsx";
import { isApiError, messageOf } from "../api-client/api-error.ts";
import { OfflineWritable } from "../forms/write-block.tsx";
import { useAppState } from "./app-state.store.ts";

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
  const online = useAppState((state) => state.online);
  return (
    <OfflineWritable>
      <ErrorState
        className={className}
        title={title}
        text={messageOf(error, common(online ? "error.load" : "offline.load"))}
        onRetry={onRetry}
        retryLabel={common("retry")}
        retrying={retrying}
        requestId={isApiError(error) ? (error.requestId ?? undefined) : undefined}
        requestIdLabel={common("error.requestId")}
        copyLabel={common("error.copyRequestId")}
      />
    </OfflineWritable>
  );
}
