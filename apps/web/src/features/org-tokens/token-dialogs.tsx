import { lazy, Suspense } from "react";
import type { OrgToken } from "./tokens.api.ts";

export type OpenedDialog =
  | { readonly kind: "revoke"; readonly tokens: readonly OrgToken[] }
  | { readonly kind: "practice"; readonly practice: { id: string; name: string } }
  | { readonly kind: "cleanUp" }
  | null;

// Lazy: most visits change nothing.
const RevokeDialog = lazy(async () => ({ default: (await import("./revoke-dialog.tsx")).RevokeDialog }));
const RevokePracticeDialog = lazy(async () => ({
  default: (await import("./revoke-practice-dialog.tsx")).RevokePracticeDialog,
}));
const CleanUpDialog = lazy(async () => ({ default: (await import("./clean-up-dialog.tsx")).CleanUpDialog }));

interface TokenDialogsProps {
  opened: OpenedDialog;
  onClose: () => void;
  /** Tokens were revoked or deleted. */
  onChanged: () => void;
  tell: (message: string) => void;
}

/** Confirmations of all actions that revoke or delete tokens. */
export function TokenDialogs({ opened, onClose, onChanged, tell }: TokenDialogsProps) {
  if (opened === null) return null;
  return (
    <Suspense fallback={null}>
      {opened.kind === "revoke" && (
        <RevokeDialog tokens={opened.tokens} onClose={onClose} onRevoked={onChanged} tell={tell} />
      )}
      {opened.kind === "practice" && (
        <RevokePracticeDialog
          practice={opened.practice}
          onClose={onClose}
          onRevoked={onChanged}
          tell={tell}
        />
      )}
      {opened.kind === "cleanUp" && <CleanUpDialog onClose={onClose} onDone={onChanged} tell={tell} />}
    </Suspense>
  );
}
