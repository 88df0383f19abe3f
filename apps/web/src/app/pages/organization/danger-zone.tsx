import type { Organization } from "@praxisportal/contract/organizations/organizations.schema";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { ensureMessages } from "../../../platform/i18n/store.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { useChooseOrganization } from "../../shell/use-choose-organization.ts";
import { useIsPlatform } from "../../shell/use-principal.ts";

const DeleteOrganizationDialog = lazy(async () => {
  const [{ DeleteOrganizationDialog: Component }] = await Promise.all([
    import("../../../features/organizations/practices/delete-organization-dialog.tsx"),
    ensureMessages("practice-steps"),
  ]);
  return { default: Component };
});

/** Deletes the organization; kept apart from all other actions. */
export function DangerZone({ organization }: { organization: Organization }) {
  const t = useTranslations("organization");
  const navigate = useNavigate();
  const choose = useChooseOrganization();
  const isPlatform = useIsPlatform();
  const [open, setOpen] = useState(false);
  return (
    <Card title={t("danger.title")} description={t("danger.text")} className="border-danger">
      <Button variant="destructive" onClick={() => setOpen(true)}>
        {t("danger.delete")}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <DeleteOrganizationDialog
            practice={organization}
            onClose={() => setOpen(false)}
            onDone={() => {
              // Everyone else is signed out when the organization is deleted.
              if (isPlatform) void choose(null).then(() => navigate({ to: "/organizations", search: {} }));
            }}
          />
        </Suspense>
      )}
    </Card>
  );
}
