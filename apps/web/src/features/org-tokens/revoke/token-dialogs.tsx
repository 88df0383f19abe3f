import type { OrgToken } from "../tokens.api.ts";
import { lazyDialog } from "../../../platform/loading/lazy-part.tsx";

export type OpenTokenDialog =
  | { readonly kind: "revoke"; readonly tokens: readonly OrgToken[] }
  | { readonly kind: "organization"; readonly organization: { id: string; name: string } }
  | { readonly kind: "cleanUp" }
  | null;

// Lazy, because most visits change nothing.
const RevokeDialog = lazyDialog(async () => (await import("./revoke-dialog.tsx")).RevokeDialog);
const RevokeOrganizationDialog = lazyDialog(
  async () => (await import("./revoke-organization-dialog.tsx")).RevokeOrganizationDialog,
);
const CleanUpDialog = lazyDialog(async () => (await import("./clean-up-dialog.tsx")).CleanUpDialog);

interface TokenDialogsProps {
  opened: OpenTokenDialog;
  onClose: () => void;
  /** Tokens were revoked or deleted. */
  onChanged: () => void;
}

/** Confirmations of all actions that revoke or delete tokens. */
export function TokenDialogs({ opened, onClose, onChanged }: TokenDialogsProps) {
  if (opened === null) return null;
  return (
    <>
      {opened.kind === "revoke" && (
        <RevokeDialog tokens={opened.tokens} onClose={onClose} onRevoked={onChanged} />
      )}
      {opened.kind === "organization" && (
        <RevokeOrganizationDialog
          organization={opened.organization}
          onClose={onClose}
          onRevoked={onChanged}
        />
      )}
      {opened.kind === "cleanUp" && <CleanUpDialog onClose={onClose} onDone={onChanged} />}
    </>
  );
}
