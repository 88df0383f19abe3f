import type { Organization } from "@praxisportal/contract/organizations/organizations.schema";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { lazyDialog, preloads } from "../../../platform/loading/lazy-part.tsx";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { useChooseOrganization } from "../../shell/navigation/use-choose-organization.ts";
import { useIsPlatform } from "../../shell/user/use-principal.ts";

const DeleteOrganizationDialog = lazyDialog(
  async () =>
    (await import("../../../features/organizations/administration/delete-organization-dialog.tsx"))
      .DeleteOrganizationDialog,
  "organization-steps",
);

/** Card that deletes the organization, separate from all other actions. */
export function DangerZone({ organization }: { organization: Organization }) {
  const t = useTranslations("organization");
  const navigate = useNavigate();
  const choose = useChooseOrganization();
  const isPlatform = useIsPlatform();
  const [open, setOpen] = useState(false);
  return (
    <Card title={t("danger.title")} description={t("danger.text")} className="border-danger">
      <WriteButton
        variant="destructive"
        {...preloads(DeleteOrganizationDialog)}
        onClick={() => setOpen(true)}
      >
        {t("danger.delete")}
      </WriteButton>
      {open && (
        <DeleteOrganizationDialog
          organization={organization}
          onClose={() => setOpen(false)}
          onDone={() => {
            // All other users are signed out when the organization is deleted.
            if (isPlatform) void choose(null).then(() => navigate({ to: "/organizations", search: {} }));
          }}
        />
      )}
    </Card>
  );
}
