import { lazy, Suspense, useEffect, useState } from "react";
import { setStepUpHandler } from "../../platform/api-client/step-up-request.ts";
import { ensureMessages } from "../../platform/i18n/store.ts";

const StepUpDialog = lazy(async () => {
  const [{ StepUpDialog: dialog }] = await Promise.all([
    import("../../features/two-factor/step-up-dialog.tsx"),
    ensureMessages("step-up"),
  ]);
  return { default: dialog };
});

const StepUpPasskey = lazy(async () => ({
  default: (await import("../../features/passkeys/step-up-passkey.tsx")).StepUpPasskey,
}));

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
    <Suspense fallback={null}>
      <StepUpDialog
        onConfirmed={() => pendingRequest.answer(true)}
        onCancel={() => pendingRequest.answer(false)}
        otherProof={<StepUpPasskey onConfirmed={() => pendingRequest.answer(true)} />}
      />
    </Suspense>
  );
}
