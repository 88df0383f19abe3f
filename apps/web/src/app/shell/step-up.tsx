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
  const [pendingRequest, setPendingRequest] = useState<{ answer: (isConfirmed: boolean) => void } | null>(
    null,
  );

  useEffect(
    () =>
      setStepUpHandler(
        () =>
          new Promise((resolve) => {
            const answer = (isConfirmed: boolean) => {
              setPendingRequest(null);
              resolve(isConfirmed);
            };
            setPendingRequest({ answer });
          }),
      ),
    [],
  );

  if (pendingRequest === null) return null;
  return (
    <StepUpDialog
      onConfirmed={() => pendingRequest.answer(true)}
      onClose={() => pendingRequest.answer(false)}
      otherProof={<StepUpPasskey onConfirmed={() => pendingRequest.answer(true)} />}
    />
  );
}
