import { useEffect, useState } from "react";
import { setStepUpHandler } from "../../platform/api-client/step-up-request.ts";
import { lazyDialog, lazyPart } from "../../platform/loading/lazy-part.tsx";

const StepUpDialog = lazyDialog(
  async () => (await import("../../features/two-factor/step-up-dialog.tsx")).StepUpDialog,
  "step-up",
);

const StepUpPasskey = lazyPart(
  async () => (await import("../../features/passkeys/step-up-passkey.tsx")).StepUpPasskey,
);

/** Shows the step-up dialog whenever a call requires a fresh proof of identity, on any page. */
export function StepUp() {
  const [pendingRequest, setPendingRequest] = useState<{ settle: (isConfirmed: boolean) => void } | null>(
    null,
  );

  useEffect(
    () =>
      setStepUpHandler(
        () =>
          new Promise((resolve) => {
            const settle = (isConfirmed: boolean) => {
              setPendingRequest(null);
              resolve(isConfirmed);
            };
            setPendingRequest({ settle });
          }),
      ),
    [],
  );

  if (pendingRequest === null) return null;
  return (
    <StepUpDialog
      onConfirmed={() => pendingRequest.settle(true)}
      onClose={() => pendingRequest.settle(false)}
      otherProof={<StepUpPasskey onConfirmed={() => pendingRequest.settle(true)} />}
    />
  );
}
