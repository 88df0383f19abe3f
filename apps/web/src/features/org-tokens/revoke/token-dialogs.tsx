import type { OrgToken } from "../tokens.api.ts";
import { lazyDialog } from "../../../platform/loading/lazy-part.tsx";

export type OpenTokenDialog =
  | { readonly kind: "revoke"; readonly tokens: readonly OrgToken[] }
  | { readonly kind: "organization"; readonly organization: { id: string; name: string } }
  | { readonly kind: "cleanUp" }
  | null;

// Loaded on demand, because most visits change nothing.
const RevokeDialog = lazyDialog(async () => (await import("./revoke-dialog.tsx")).RevokeDialog);
const RevokeOrganizationDialog = lazyDialog(
  async () => (await import("./revoke-organization-dialog.tsx")).RevokeOrganizationDialog,
);
const CleanUpDialog = lazyDialog(async () => (await import("./clean-up-dialog.tsx")).CleanUpDialog);

interface TokenDialogsProps {
  openDialog: OpenTokenDialog;
  onClose: () => void;
  /** Called after tokens were revoked or deleted. */
  onChanged: () => void;
}

/** Shows the confirmations of all actions that revoke or delete tokens. */
export function TokenDialogs({ openDialog, onClose, onChanged }: TokenDialogsProps) {
  if (openDialog === null) return null;
  return (
    <>
      {openDialog.kind === "revoke" && (
        <RevokeDialog tokens={openDialog.tokens} onClose={onClose} onRevoked={onChanged} />
      )}
      {openDialog.kind === "organization" && (
        <RevokeOrganizationDialog
          organization={openDialog.organization}
          onClose={onClose}
          onRevoked={onChanged}
        />
      )}
      {openDialog.kind === "cleanUp" && <CleanUpDialog onClose={onClose} onDone={onChanged} />}
    </>
  );
}
