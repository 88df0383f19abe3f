import KeyRound from "lucide-react/icons/key-round";
import Lock from "lucide-react/icons/lock";
import SearchX from "lucide-react/icons/search-x";
import { useTranslations } from "use-intl";
import { LoadFailed } from "../../platform/app-state/load-failed.tsx";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

interface TokensErrorProps {
  error: Error;
  retrying: boolean;
  onRetry: () => void;
}

/** The list could not be loaded and there are no earlier rows to show. */
export function TokensError({ error, retrying, onRetry }: TokensErrorProps) {
  const t = useTranslations("client-tokens");
  if (isApiError(error) && (error.status === 403 || error.status === 404)) {
    return <EmptyState icon={Lock} title={t("empty.permissionTitle")} text={t("empty.permissionText")} />;
  }
  return (
    <LoadFailed className="m-4" title={t("error.list")} error={error} retrying={retrying} onRetry={onRetry} />
  );
}

/** Empty state: no tokens at all, or none that match the filters. */
export function TokensEmpty({
  hasActiveFilters,
  onReset,
}: {
  hasActiveFilters: boolean;
  onReset: () => void;
}) {
  const t = useTranslations("client-tokens");
  const common = useTranslations("common");
  if (!hasActiveFilters)
    return <EmptyState icon={KeyRound} title={t("empty.title")} text={t("empty.text")} />;
  return (
    <EmptyState
      icon={SearchX}
      title={t("empty.notFoundTitle")}
      text={t("empty.notFoundText")}
      action={<Button onClick={onReset}>{common("empty.resetFilters")}</Button>}
    />
  );
}
