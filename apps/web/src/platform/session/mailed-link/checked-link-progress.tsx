import { useTranslations } from "use-intl";
import { ErrorState } from "../../../ui/feedback/error-state.tsx";
import { Spinner } from "../../../ui/feedback/spinner.tsx";
import type { LinkState } from "./use-checked-link.ts";

interface CheckedLinkProgressProps {
  state: LinkState<unknown>;
  checkingText: string;
  /** The title of the error if the check failed. */
  failedTitle: string;
  onRetry: () => void;
}

/** Shows that a mailed link is being checked, or that its check failed. Renders nothing in the other states. */
export function CheckedLinkProgress({ state, checkingText, failedTitle, onRetry }: CheckedLinkProgressProps) {
  const common = useTranslations("common");
  if (state.kind === "checking")
    return (
      <div className="mt-6 flex items-center gap-3 text-body text-text-2">
        <Spinner size="medium" />
        <span role="status">{checkingText}</span>
      </div>
    );
  if (state.kind !== "unknown") return null;
  return (
    <ErrorState
      className="mt-6"
      title={failedTitle}
      text={state.message || common("error.load")}
      onRetry={onRetry}
      retryLabel={common("retry")}
    />
  );
}
