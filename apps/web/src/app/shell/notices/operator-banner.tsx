import { useRouter } from "@tanstack/react-router";
import Building2 from "lucide-react/icons/building-2";
import { useTranslations } from "use-intl";
import { useSession } from "../../../platform/session/session.store.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Banner } from "../../../ui/feedback/banner.tsx";
import { useChooseOrganization } from "../navigation/use-choose-organization.ts";

/** Shows the operator the organization they are working in, with a button to leave it. */
export function OperatorBanner() {
  const t = useTranslations("organization-notice");
  const router = useRouter();
  const choose = useChooseOrganization();
  const name = useSession((session) => session.organization?.name);
  if (name === undefined) return null;
  return (
    <Banner
      icon={Building2}
      tone="info"
      state={t("operator.title", { name })}
      text={t("operator.text")}
      action={
        <Button size="small" onClick={() => void choose(null).then(() => router.invalidate())}>
          {t("operator.leave")}
        </Button>
      }
    />
  );
}
