import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { bulkCounts, type BulkItem, type BulkWork } from "../../../platform/bulk/bulk-work.ts";
import type { BulkResult } from "../../../platform/bulk/run-bulk.ts";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { Progress } from "../../../ui/chart/meter.tsx";
import { StatusBadge } from "../../../ui/label/status-badge.tsx";

export interface BulkOutcomeProps {
  work: BulkWork;
  state: "running" | BulkResult;
  /** Heading of the failed items. */
  failedTitle: string;
  /** Text shown when everything succeeded. */
  finishedText: string;
  /** Renders an item's name. */
  nameOf: (item: BulkItem) => ReactNode;
  /** Filters the items that are listed at the end. The default is all items. */
  isListed?: (item: BulkItem) => boolean;
}

const meanings = { done: "ok", failed: "failed", open: "info" } as const;
const order = { failed: 0, open: 1, done: 2 } as const;

/** Shows the progress and result of bulk work, with failed items first. */
export function BulkOutcome({ work, state, failedTitle, finishedText, nameOf, isListed }: BulkOutcomeProps) {
  const t = useTranslations("users-bulk");
  const counts = bulkCounts(work);
  const isRunning = state === "running";
  const listedItems = work.items
    .filter((item) => isListed?.(item) ?? true)
    .toSorted((a, b) => order[a.state] - order[b.state]);
  return (
    <div className="grid gap-4">
      <Progress
        label={t(isRunning ? "running" : "ended")}
        valueText={t("of", { done: counts.total - counts.open, total: counts.total })}
        ratio={(counts.total - counts.open) / counts.total}
      />
      <div role="status" className="grid gap-3">
        {state === "interrupted" && (
          <ErrorBox variant="warning" persistent title={t("interrupted.title")}>
            {t("interrupted.text", counts)}
          </ErrorBox>
        )}
        {state === "stopped" && (
          <ErrorBox variant="info" persistent title={t("stopped.title")}>
            {t("stopped.text", counts)}
          </ErrorBox>
        )}
        {!isRunning && counts.failed > 0 && (
          <ErrorBox persistent title={failedTitle}>
            {t("failed", counts)}
          </ErrorBox>
        )}
        {state === "finished" && counts.failed === 0 && (
          <StatusBadge meaning="ok">{finishedText}</StatusBadge>
        )}
      </div>
      {!isRunning && listedItems.length > 0 && (
        // Focusable, because a narrow window scrolls the results, which contain no control.
        <div role="region" aria-label={t("results")} tabIndex={0}>
          <ul aria-label={t("results")}>
            {listedItems.map((item) => (
              <li
                key={item.id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-2 text-dense first:border-t-0"
              >
                <span className="min-w-0 flex-1 font-strong break-words text-text">{nameOf(item)}</span>
                <StatusBadge meaning={meanings[item.state]}>{t(`state.${item.state}`)}</StatusBadge>
                {item.reason !== undefined && <span className="basis-full text-text-2">{item.reason}</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
