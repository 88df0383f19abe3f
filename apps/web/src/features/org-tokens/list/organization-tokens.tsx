import KeyRound from "lucide-react/icons/key-round";
import ScanSearch from "lucide-react/icons/scan-search";
import { useTranslations } from "use-intl";
import { lazyDialog, preloads } from "../../../platform/loading/lazy-part.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { useListSearch } from "../../../platform/list/use-list-search.ts";
import { useKeptState } from "../../../platform/session/page-state/kept-state.ts";
import { TokenList } from "./token-list.tsx";
import { tokenSearch } from "./token-search.ts";

const IssueDialog = lazyDialog(
  async () => (await import("../issue/issue-dialog.tsx")).IssueDialog,
  "issue-token",
);
const CheckDialog = lazyDialog(
  async () => (await import("../issue/check-dialog.tsx")).CheckDialog,
  "issue-token",
);

interface OrganizationTokensProps {
  organizationId: string;
  /** True if the user may revoke all access to the organization at once. */
  canRevokeOrganization: boolean;
}

/** Lists the applications with access to an organization. */
export function OrganizationTokens({ organizationId, canRevokeOrganization }: OrganizationTokensProps) {
  const t = useTranslations("client-tokens");
  const list = useListSearch(tokenSearch);
  const [openDialog, setOpenDialog] = useKeptState<"issue" | "check" | null>("organization-token", null);
  const close = () => setOpenDialog(null);
  return (
    <>
      <TokenList
        scope={organizationId}
        list={list}
        header={(actions) => (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="max-w-[60ch] text-body text-text-2 md:flex-1 md:basis-80">{t("subtitle")}</p>
            <div className="button-row flex flex-wrap gap-3 max-md:[&>.main-action]:order-first">
              {actions}
            </div>
          </div>
        )}
        actions={
          <>
            <Button icon={ScanSearch} {...preloads(CheckDialog)} onClick={() => setOpenDialog("check")}>
              {t("check")}
            </Button>
            <WriteButton
              variant="primary"
              icon={KeyRound}
              {...preloads(IssueDialog)}
              onClick={() => setOpenDialog("issue")}
            >
              {t("issue")}
            </WriteButton>
          </>
        }
        canRevokeOrganization={canRevokeOrganization}
      />
      {openDialog === "issue" && <IssueDialog organizationId={organizationId} onClose={close} />}
      {openDialog === "check" && (
        <CheckDialog
          organizationId={organizationId}
          onClose={close}
          onShow={(applicationId) => {
            close();
            list.change({ ...tokenSearch.withoutFilters, applicationId });
          }}
        />
      )}
    </>
  );
}
