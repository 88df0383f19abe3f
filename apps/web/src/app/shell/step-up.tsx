import { lazy, Suspense, useEffect, useState } from "react";
import { askForProofWith } from "../../platform/api-client/identity-proof.ts";
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
  const [question, setQuestion] = useState<{ answer: (proven: boolean) => void } | null>(null);

  useEffect(
    () =>
      askForProofWith(
        () =>
          new Promise((resolve) => {
            const answer = (proven: boolean) => {
              setQuestion(null);
              resolve(proven);
            };
            setQuestion({ answer });
          }),
      ),
    [],
  );

  if (question === null) return null;
  return (
    <Suspense fallback={null}>
      <StepUpDialog
        onProven={() => question.answer(true)}
        onCancel={() => question.answer(false)}
        otherProof={<StepUpPasskey onProven={() => question.answer(true)} />}
      />
    </Suspense>
  );
}
