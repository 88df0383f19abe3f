import Building2 from "lucide-react/icons/building-2";
import Lock from "lucide-react/icons/lock";
import SearchX from "lucide-react/icons/search-x";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { LoadFailed } from "../../../platform/app-state/load-failed.tsx";
import { isApiError } from "../../../platform/api-client/api-error.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import type { PracticeSearch } from "./practice-search.ts";

interface PracticesErrorProps {
  error: Error;
  retrying: boolean;
  onRetry: () => void;
}

/** The list could not be loaded and there are no earlier rows to show. */
export function PracticesError({ error, retrying, onRetry }: PracticesErrorProps) {
  const t = useTranslations("practices");
  if (isApiError(error) && error.status === 403)
    return <EmptyState icon={Lock} title={t("empty.permissionTitle")} text={t("empty.permissionText")} />;
  return (
    <LoadFailed className="m-4" title={t("errorTitle")} error={error} retrying={retrying} onRetry={onRetry} />
  );
}

interface PracticesEmptyProps {
  search: PracticeSearch;
  onReset: () => void;
  create: ReactNode;
}

/** Empty state: no practices at all, none in this status, or no match. */
export function PracticesEmpty({ search, onReset, create }: PracticesEmptyProps) {
  const t = useTranslations("practices");
  const common = useTranslations("common");
  const reset = <Button onClick={onReset}>{common("empty.resetFilters")}</Button>;
  if (search.search !== undefined)
    return (
      <EmptyState
        icon={SearchX}
        title={t("empty.notFoundTitle")}
        text={t("empty.notFoundText")}
        action={reset}
      />
    );
  if (search.status !== undefined)
    return (
      <EmptyState icon={Building2} title={t("empty.viewTitle")} text={t("empty.viewText")} action={reset} />
    );
  return <EmptyState icon={Building2} title={t("empty.title")} text={t("empty.text")} action={create} />;
}
