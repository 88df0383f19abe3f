import { useTranslations } from "use-intl";
import { clearGlobalError } from "../../../platform/app-state/app-state.actions.ts";
import { useAppState } from "../../../platform/app-state/app-state.store.ts";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";

/** Shows an error that belongs to no single part of a page. The store clears it after 5 s or on the next navigation. */
export function GlobalErrorBox() {
  const t = useTranslations("frame");
  const common = useTranslations("common");
  const error = useAppState((state) => state.globalError);
  if (error === null) return null;
  return (
    <div className="fixed inset-x-4 top-16 z-60 mx-auto max-w-[35rem] rounded-r-3 bg-overlay shadow-sh-2">
      <ErrorBox
        title={error.kind === "unexpected" ? t("unexpected") : common("error.title")}
        dismissible
        closeLabel={common("close")}
        onHide={clearGlobalError}
      >
        {error.kind === "message" ? error.text : t("unexpectedText")}
      </ErrorBox>
    </div>
  );
}
