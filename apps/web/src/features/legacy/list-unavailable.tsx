import RefreshCw from "lucide-react/icons/refresh-cw";
import { useTranslations } from "use-intl";
import type { ListSource } from "../../platform/list/list-source.ts";
import { Button } from "../../ui/button/button.tsx";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";

/** Shows above an empty list that the legacy server returned no usable response. Offers a retry. */
export function ListUnavailable({ query }: { query: ListSource<never>["query"] }) {
  const t = useTranslations("legacy");
  const common = useTranslations("common");
  return (
    <ErrorBox
      variant="warning"
      persistent
      title={t("unavailable.title")}
      action={
        <Button size="small" icon={RefreshCw} busy={query.isFetching} onClick={() => void query.refetch()}>
          {common("retry")}
        </Button>
      }
    >
      {t("unavailable.text")}
    </ErrorBox>
  );
}
