import type { OrganizationStatistics } from "@praxisportal/contract/organizations/organizations.schema";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../../platform/i18n/use-format.ts";
import { Drawer } from "../../../../ui/overlay/drawer.tsx";
import { SecurityChecks } from "./security-checks.tsx";
import { Dotted } from "../../../../ui/label/dotted.tsx";

export interface SecurityDrawerProps {
  score: OrganizationStatistics["securityScore"];
  open: boolean;
  onClose: () => void;
}

/** Explains the security score by the points of each check, and how to get the missing ones. */
export function SecurityDrawer({ score, open, onClose }: SecurityDrawerProps) {
  const t = useTranslations("security-checks");
  const format = useFormat();
  const { checks, checkedAt } = score;
  return (
    <Drawer
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t("title")}
      description={
        <Dotted
          details={[
            t("value", { value: score.value }),
            checkedAt !== null && t("checked", { when: format.momentInText(checkedAt) }),
          ]}
        />
      }
      closeLabel={t("close")}
    >
      <p className="text-dense text-text-2">{t("intro")}</p>
      <SecurityChecks checks={checks} />
    </Drawer>
  );
}
