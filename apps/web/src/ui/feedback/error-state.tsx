// Rarely rendered. Without memoization, the chunk is smaller.
"use no memo";

import CircleX from "lucide-react/icons/circle-x";
import RefreshCw from "lucide-react/icons/refresh-cw";
import type { ReactNode } from "react";
import { Button } from "../button/button.tsx";
import { cx } from "../cx.ts";

export interface ErrorStateProps {
  title: ReactNode;
  /** Explains what failed and what was not affected. */
  text: ReactNode;
  onRetry?: (() => void) | undefined;
  retryLabel?: string;
  retrying?: boolean;
  /** Request id for support. A click copies it. */
  requestId?: string | undefined;
  requestIdLabel?: string;
  copyLabel?: string;
  className?: string | undefined;
}

/** Replaces content that failed to load. The request id can be copied with one click and selected. */
export function ErrorState(props: ErrorStateProps) {
  const { title, text, onRetry, retryLabel, retrying = false, requestId, requestIdLabel, copyLabel } = props;
  return (
    <div
      role="alert"
      className={cx(
        "flex items-start gap-3 rounded-r-3 border border-danger-line bg-danger-soft px-5 py-4",
        props.className,
      )}
    >
      <CircleX size={20} strokeWidth={1.75} className="-mt-px shrink-0 text-danger" aria-hidden />
      <div className="min-w-0">
        <p className="font-strong text-text">{title}</p>
        <div className="text-dense text-text-2">{text}</div>
        {onRetry && (
          <Button className="mt-3" size="small" icon={RefreshCw} busy={retrying} onClick={onRetry}>
            {retryLabel}
          </Button>
        )}
        {requestId !== undefined && (
          <button
            type="button"
            title={copyLabel}
            onClick={() => void navigator.clipboard.writeText(requestId)}
            className="mt-2 block rounded-r-1 text-left text-small text-text-2 underline-offset-3 select-text hover:underline"
          >
            {requestIdLabel} <span className="tabular-nums">{requestId}</span>
          </button>
        )}
      </div>
    </div>
  );
}
