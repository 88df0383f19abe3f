import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { useStore } from "zustand";
import { ConfirmDialog } from "../../platform/forms/confirm-dialog.tsx";
import { usePendingSyncs } from "../../platform/offline/pending-queue.ts";
import {
  discardBeforeSignOut,
  sendBeforeSignOut,
  registerSignOutDialog,
  signOutConfirmation,
} from "../../platform/offline/confirm-sign-out.ts";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { useChangeTexts } from "./use-change-texts.ts";

function OpenDialog({ answer }: { answer: (mayLeave: boolean) => void }) {
  const t = useTranslations("pending-changes");
  const items = usePendingSyncs((state) => state.items).filter(({ state }) => state !== "rejected");
  const describe = useChangeTexts();
  const [hasFailed, setHasFailed] = useState(false);
  const list = (
    <ul className="list-disc pl-5 text-dense">
      {items.map((sync) => (
        <li key={sync.id}>{describe(sync).summary}</li>
      ))}
    </ul>
  );
  async function act(choice: "send" | "discard"): Promise<void> {
    setHasFailed(false);
    if (choice === "discard") discardBeforeSignOut();
    else if (!(await sendBeforeSignOut())) return setHasFailed(true);
    answer(true);
  }
  return (
    <ConfirmDialog
      title={t("signOut.title")}
      effect={t("signOut.text", { count: items.length })}
      cancelLabel={t("signOut.stay")}
      busyLabel={t("sending")}
      choices={[
        { value: "send", label: t("signOut.send") },
        { value: "discard", label: t("signOut.discard") },
      ]}
      act={act}
      onClose={() => answer(false)}
    >
      {hasFailed ? (
        <ErrorBox persistent title={t("signOut.failed")}>
          {list}
        </ErrorBox>
      ) : (
        list
      )}
    </ConfirmDialog>
  );
}

/** Asks before a sign-out loses changes that were made offline. Rendered once while any of them are unsent. */
export function SignOutDialog() {
  const answer = useStore(signOutConfirmation, (state) => state.answer);
  useEffect(registerSignOutDialog, []);
  return answer !== null && <OpenDialog answer={answer} />;
}
