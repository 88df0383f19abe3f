import { useTranslations } from "use-intl";
import { Card } from "../../../ui/layout/card.tsx";

/** Shown in place of the user's own details, which are unknown after a start without the server. */
export function UnknownDetails() {
  const common = useTranslations("common");
  const settings = useTranslations("settings");
  return (
    <Card title={settings("person.title")}>
      <p className="text-body text-text-2">{common("offline.load")}</p>
    </Card>
  );
}
