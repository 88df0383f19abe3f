import KeyRound from "lucide-react/icons/key-round";
import ScanSearch from "lucide-react/icons/scan-search";
import { lazy, Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { ensureMessages } from "../../platform/i18n/store.ts";
import { Button } from "../../ui/button.tsx";
import { TokenManager } from "./token-manager.tsx";
import { noSelection, useTokenSearch } from "./use-token-search.ts";

const IssueDialog = lazy(async () => {
  const [{ IssueDialog: Dialog }] = await Promise.all([
    import("./issue-dialog.tsx"),
    ensureMessages("issue-token"),
  ]);
  return { default: Dialog };
});
const CheckDialog = lazy(async () => {
  const [{ CheckDialog: Dialog }] = await Promise.all([
    import("./check-dialog.tsx"),
    ensureMessages("issue-token"),
  ]);
  return { default: Dialog };
});

interface OrganizationTokensProps {
  organizationId: string;
  /** Whether the user may revoke all access to the practice at once. */
  canRevokeOrganization: boolean;
  notify: (message: string) => void;
}

/** Applications with access to a practice. */
export function OrganizationTokens({
  organizationId,
  canRevokeOrganization,
  notify,
}: OrganizationTokensProps) {
  const t = useTranslations("client-tokens");
  const state = useTokenSearch("/organization");
  const [opened, setOpened] = useState<"issue" | "check" | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[60ch] text-body text-text-2">{t("fact")}</p>
        <div className="flex flex-wrap gap-3">
          <Button icon={ScanSearch} onClick={() => setOpened("check")}>
            {t("check")}
          </Button>
          <Button variant="primary" icon={KeyRound} onClick={() => setOpened("issue")}>
            {t("issue")}
          </Button>
        </div>
      </div>
      <TokenManager
        scope={organizationId}
        state={state}
        canRevokeOrganization={canRevokeOrganization}
        notify={notify}
      />
      <Suspense fallback={null}>
        {opened === "issue" && <IssueDialog organizationId={organizationId} onClose={close} />}
        {opened === "check" && (
          <CheckDialog
            organizationId={organizationId}
            onClose={close}
            onShow={(applicationId) => {
              close();
              state.change({ ...noSelection, applicationId });
            }}
          />
        )}
      </Suspense>
    </>
  );
}
