import Server from "lucide-react/icons/server";
import { useTranslations } from "use-intl";
import { Badge } from "../../ui/label/badge.tsx";

/** Marks a page that shows data of the legacy practice server. */
export function ModeBadge() {
  const t = useTranslations("legacy");
  return (
    <Badge tone="info" icon={Server}>
      {t("mode")}
    </Badge>
  );
}
