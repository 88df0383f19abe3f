import Lock from "lucide-react/icons/lock";
import ScrollText from "lucide-react/icons/scroll-text";
import SearchX from "lucide-react/icons/search-x";
import { useTranslations } from "use-intl";
import { LoadFailed } from "../../platform/app-state/load-failed.tsx";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

export interface AuditErrorProps {
  error: Error;
  retrying: boolean;
  onRetry: () => void;
}

/** The log could not be loaded and there are no earlier entries to show. */
export function AuditError({ error, retrying, onRetry }: AuditErrorProps) {
  const t = useTranslations("audit");
  if (isApiError(error) && (error.status === 403 || error.status === 404)) {
    return <EmptyState icon={Lock} title={t("empty.permissionTitle")} text={t("empty.permissionText")} />;
  }
  return (
    <LoadFailed className="m-4" title={t("loadFailed")} error={error} retrying={retrying} onRetry={onRetry} />
  );
}

/** Empty state: no entries at all, or none that match the filters. */
export function AuditEmpty({
  hasActiveFilters,
  onReset,
}: {
  hasActiveFilters: boolean;
  onReset: () => void;
}) {
  const t = useTranslations("audit");
  const common = useTranslations("common");
  if (!hasActiveFilters)
    return <EmptyState icon={ScrollText} title={t("empty.title")} text={t("empty.text")} />;
  return (
    <EmptyState
      icon={SearchX}
      title={t("empty.notFoundTitle")}
      text={t("empty.notFoundText")}
      action={<Button onClick={onReset}>{common("empty.resetFilters")}</Button>}
    />
  );
}
