import type { Organization } from "@praxisportal/contract/organizations/organizations.schema";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { ensureMessages } from "../../../platform/i18n/store.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { useChoosePractice } from "../../shell/use-choose-practice.ts";
import { useIsPlatform } from "../../shell/use-principal.ts";

const DeletePracticeDialog = lazy(async () => {
  const [{ DeletePracticeDialog: Part }] = await Promise.all([
    import("../../../features/organizations/practices/delete-practice-dialog.tsx"),
    ensureMessages("practice-steps"),
  ]);
  return { default: Part };
});

/** Deletes the organization; kept apart from all other actions. */
export function DangerZone({ organization }: { organization: Organization }) {
  const t = useTranslations("organization");
  const navigate = useNavigate();
  const choose = useChoosePractice();
  const isPlatform = useIsPlatform();
  const [open, setOpen] = useState(false);
  return (
    <Card title={t("danger.title")} description={t("danger.text")} className="border-danger">
      <Button kind="destructive" onClick={() => setOpen(true)}>
        {t("danger.delete")}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <DeletePracticeDialog
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
