import Lock from "lucide-react/icons/lock";
import SearchX from "lucide-react/icons/search-x";
import Users from "lucide-react/icons/users";
import { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";

/** The list could not be loaded and there are no earlier rows to show. */
export function UsersError({
  error,
  retrying,
  onRetry,
}: {
  error: Error;
  retrying: boolean;
  onRetry: () => void;
}) {
  const t = useTranslations("users");
  const common = useTranslations("common");
  if (isApiError(error) && (error.status === 403 || error.status === 404)) {
    return <EmptyState icon={Lock} title={t("empty.permissionTitle")} text={t("empty.permissionText")} />;
  }
  return (
    <ErrorState
      className="m-4"
      title={t("error.title")}
      text={
        <>
          <p>{error.message || t("error.offline")}</p>
          <p>{t("error.kept")}</p>
        </>
      }
      onRetry={onRetry}
      retryLabel={common("retry")}
      retrying={retrying}
      requestId={isApiError(error) ? (error.requestId ?? undefined) : undefined}
      requestIdLabel={common("error.requestId")}
      copyLabel={common("error.copyRequestId")}
    />
  );
}

/** Empty state: no people at all, or none that match. */
export function UsersEmpty({
  hasActiveFilters,
  onReset,
}: {
  hasActiveFilters: boolean;
  onReset: () => void;
}) {
  const t = useTranslations("users");
  const common = useTranslations("common");
  if (!hasActiveFilters) {
    return <EmptyState icon={Users} title={t("empty.nothingTitle")} text={t("empty.nothingText")} />;
  }
  return (
    <EmptyState
      icon={SearchX}
      title={t("empty.notFoundTitle")}
      text={t("empty.notFoundText")}
      action={<Button onClick={onReset}>{common("empty.resetFilters")}</Button>}
    />
  );
}
