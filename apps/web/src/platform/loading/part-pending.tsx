import { type RefObject, useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../../ui/button/button.tsx";
import { ErrorState } from "../../ui/feedback/error-state.tsx";
import { Skeleton, SkeletonGroup } from "../../ui/feedback/skeleton.tsx";
import { Spinner } from "../../ui/feedback/spinner.tsx";

export interface PendingProps {
  /** True if the download failed. `onRetry` starts it again. */
  failed: boolean;
  onRetry: () => void;
  /** Stops waiting. Only parts that appear above the page can be closed. */
  onClose?: (() => void) | undefined;
}

export function PartFailed({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations("common");
  return (
    <ErrorState
      title={t("part.failed")}
      text={t("part.failedText")}
      retryLabel={t("retry")}
      onRetry={onRetry}
    />
  );
}

/** The control on which a popup opens: the selected radio button, or else the first control. */
const firstControl = "input:not([type=radio]), input:checked, select, textarea, button, a[href]";

/**
 * Moves the focus to the first control of a part that arrives after its popup has opened. An empty popup takes the
 * focus itself, and arrow keys would have no effect there.
 */
function useFocusOnArrival(placeholder: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const popup = placeholder.current?.closest("[role=dialog]");
    return () => {
      if (popup && popup === document.activeElement) popup.querySelector<HTMLElement>(firstControl)?.focus();
    };
  }, [placeholder]);
}

/** Placeholder for a part of the page until it is downloaded. */
export function PartPending({ failed, onRetry }: PendingProps) {
  const t = useTranslations("common");
  const placeholder = useRef<HTMLDivElement>(null);
  useFocusOnArrival(placeholder);
  return (
    <div ref={placeholder}>
      {failed ? (
        <PartFailed onRetry={onRetry} />
      ) : (
        <SkeletonGroup label={t("part.loading")} className="grid grid-cols-1 gap-3">
          <Skeleton className="h-4 w-52 max-w-full" />
          <Skeleton className="h-4 w-60 max-w-full" />
          <Skeleton className="h-4 w-44 max-w-full" />
        </SkeletonGroup>
      )}
    </div>
  );
}

/**
 * Placeholder for a dialog until it is downloaded, in the same position. It leaves the page usable and takes no focus.
 */
export function DialogPending({ failed, onRetry, onClose }: PendingProps) {
  const t = useTranslations("common");
  useEffect(() => {
    const close = ({ key }: KeyboardEvent) => key === "Escape" && onClose?.();
    document.addEventListener("keydown", close);
    return () => document.removeEventListener("keydown", close);
  }, [onClose]);
  return (
    <div className="motion-overlay pointer-events-none fixed inset-0 z-50 grid place-items-center p-4">
      <div className="pointer-events-auto grid w-full max-w-106 justify-items-center gap-4 rounded-r-4 border border-dialog-edge bg-overlay p-5 text-accent shadow-sh-3">
        {failed ? <PartFailed onRetry={onRetry} /> : <Spinner size="large" label={t("part.loading")} />}
        {onClose && (
          <Button size="small" onClick={onClose}>
            {t(failed ? "close" : "cancel")}
          </Button>
        )}
      </div>
    </div>
  );
}
