import type { TenantOverview } from "@praxisportal/contract/tenants/tenants.schema";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { Disclosure } from "../../../ui/layout/disclosure.tsx";
import { StatusBadge, type StatusMeaning } from "../../../ui/label/status-badge.tsx";
import { DiscardMessages, RetryJob, RetryMessages } from "./retry-work.tsx";
import { useJobName } from "./use-job-name.ts";
import { Dotted } from "../../../ui/label/dotted.tsx";

/** Id of the card, to which the list of items that need action links. */
export const workCardId = "background-work";

type JobState = TenantOverview["jobs"][number]["state"];

const meanings: Readonly<Record<JobState, StatusMeaning>> = {
  waiting: "ok",
  running: "info",
  late: "warning",
  failed: "failed",
};

function Detail({
  label,
  value,
  isAlarming = false,
}: {
  label: string;
  value: string;
  isAlarming?: boolean;
}) {
  return (
    <div className="min-w-0">
      <dt className="text-small text-text-3">{label}</dt>
      <dd className={`text-section tabular-nums ${isAlarming ? "text-danger" : "text-text"}`}>{value}</dd>
    </div>
  );
}

function JobList({ jobs, canRetry }: { jobs: TenantOverview["jobs"]; canRetry: boolean }) {
  const t = useTranslations("admin");
  const format = useFormat();
  const jobName = useJobName();
  return (
    <ul className="mt-1">
      {jobs.map(({ name, state, lastRunAt, nextRunAt }) => {
        const next = format.momentInText(nextRunAt);
        const hasNews = lastRunAt !== null || state !== "waiting";
        return (
          <li key={name} className="border-t border-line py-2 first:border-t-0">
            <div className="flex items-start justify-between gap-x-4">
              <span className="min-w-0 flex-1">
                <span className="block text-dense text-text">{jobName(name)}</span>
                <span className="block text-small text-text-3 tabular-nums">
                  <Dotted
                    details={
                      lastRunAt === null
                        ? t("work.neverRan", { next })
                        : t("work.ran", { last: format.momentInText(lastRunAt), next })
                    }
                  />
                </span>
              </span>
              {hasNews && (
                <span className="shrink-0">
                  <StatusBadge meaning={meanings[state]}>{t(`work.states.${state}`)}</StatusBadge>
                </span>
              )}
            </div>
            {state === "failed" && canRetry && (
              <div className="mt-2 mb-1">
                <RetryJob job={name} name={jobName(name)} />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The messages that were given up: those that can be sent again, and those that can only be discarded. */
function FailedMessages({ outbox, canRetry }: { outbox: TenantOverview["outbox"]; canRetry: boolean }) {
  const t = useTranslations("admin");
  const retryable = outbox.failed - outbox.undeliverable;
  return (
    <div className="mt-3 grid justify-items-start gap-2 text-small text-text-2">
      {retryable > 0 && <p>{canRetry ? t("work.failedOutbox") : t("work.retry.allowedTo")}</p>}
      {retryable > 0 && canRetry && <RetryMessages count={retryable} />}
      {outbox.undeliverable > 0 && <p>{t("work.undeliverable", { count: outbox.undeliverable })}</p>}
      {outbox.undeliverable > 0 && canRetry && <DiscardMessages count={outbox.undeliverable} />}
    </div>
  );
}

/**
 * Background work of the portal: the outbox and the scheduled jobs. Failed, late and running jobs come first.
 * `canRetry`: the operator can retry what failed.
 */
export function WorkCard({
  outbox,
  jobs,
  canRetry,
}: Pick<TenantOverview, "outbox" | "jobs"> & { canRetry: boolean }) {
  const t = useTranslations("admin");
  const format = useFormat();
  const notable = jobs.filter(({ state }) => state !== "waiting");
  const healthy = jobs.filter(({ state }) => state === "waiting");
  return (
    <Card id={workCardId} title={t("work.title")}>
      <h3 className="text-dense font-strong text-text-2">{t("work.outbox")}</h3>
      <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4 xl:grid-cols-2">
        <Detail label={t("work.waiting")} value={format.number(outbox.waiting)} />
        <Detail label={t("work.retried")} value={format.number(outbox.retried)} />
        <Detail
          label={t("work.failed")}
          value={format.number(outbox.failed)}
          isAlarming={outbox.failed > 0}
        />
        <Detail
          label={t("work.oldest")}
          value={outbox.oldestAt === null ? "–" : format.moment(outbox.oldestAt)}
        />
      </dl>
      {outbox.failed > 0 && <FailedMessages outbox={outbox} canRetry={canRetry} />}
      <h3 className="mt-5 mb-1 text-dense font-strong text-text-2">{t("work.jobs")}</h3>
      {notable.length > 0 && <JobList jobs={notable} canRetry={canRetry} />}
      {notable.some(({ state }) => state === "failed") && (
        <p className="pb-3 text-small text-text-2">{t("work.failedJob")}</p>
      )}
      <Disclosure summary={t("work.healthy", { count: healthy.length })}>
        <JobList jobs={healthy} canRetry={false} />
      </Disclosure>
    </Card>
  );
}
