import { useState, type ReactNode } from "react";
import { useAppMutation } from "../../platform/forms/use-app-mutation.ts";
import { lazyDialog } from "../../platform/loading/lazy-part.tsx";
import { type NewPasskeyOptions, startPasskeyRegistration } from "./passkeys.api.ts";

const AddDialog = lazyDialog(async () => (await import("./add-dialog.tsx")).AddDialog);

export interface AddPasskey {
  /** Requests a challenge from the server and then opens the dialog. */
  readonly start: () => void;
  readonly busy: boolean;
  readonly failure: string | null;
  readonly reset: () => void;
  /** Rendered by the caller. */
  readonly dialog: ReactNode;
}

/** Adds a passkey for the signed-in user. `onAdded` receives the chosen name. */
export function useAddPasskey(onAdded: (name: string) => void): AddPasskey {
  const [adding, setAdding] = useState<NewPasskeyOptions | null>(null);
  const preparation = useAppMutation({
    mutate: () => startPasskeyRegistration(),
    onSuccess: (options) => setAdding(options),
  });
  return {
    start: () => void preparation.run(),
    busy: preparation.busy,
    failure: preparation.failure,
    reset: preparation.reset,
    dialog: adding !== null && (
      <AddDialog
        passkeyOptions={adding}
        onClose={() => setAdding(null)}
        onAdded={(name) => {
          setAdding(null);
          onAdded(name);
        }}
      />
    ),
  };
}
