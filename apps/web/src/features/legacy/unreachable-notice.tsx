import RefreshCw from "lucide-react/icons/refresh-cw";
import { useTranslations } from "use-intl";
import { Button } from "../../ui/button/button.tsx";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";

/** Explains why a page of the legacy practice server did not open. */
export function UnreachableNotice({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations("legacy");
  const common = useTranslations("common");
  return (
    <ErrorBox
      className="mb-4"
      variant="warning"
      persistent
      title={t("unreachable.title")}
      action={
        <Button size="small" icon={RefreshCw} onClick={onRetry}>
          {common("retry")}
        </Button>
      }
    >
      {t("unreachable.text")}
    </ErrorBox>
  );
}
