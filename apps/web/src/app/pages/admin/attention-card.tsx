import { Link } from "@tanstack/react-router";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { linkClass } from "../../../ui/button/link-style.ts";
import type { Attention } from "./attention.ts";
import { useJobName } from "./use-job-name.ts";
import { workCardId } from "./work-card.tsx";

/** Kinds of items that the card on background work explains. */
const workKinds: ReadonlySet<Attention["kind"]> = new Set([
  "jobFailed",
  "jobLate",
  "outboxFailed",
  "outboxOld",
]);

function Sentence({ item }: { item: Attention }) {
  const t = useTranslations("admin");
  const format = useFormat();
  const jobName = useJobName();
  switch (item.kind) {
    case "jobFailed":
      return t("attention.jobFailed", { job: jobName(item.job) });
    case "jobLate":
      return t("attention.jobLate", { job: jobName(item.job), since: format.momentInText(item.since) });
    case "copied":
      return t("attention.copied", { count: item.count, since: format.momentInText(item.since) });
    case "outboxOld":
      return t("attention.outboxOld", { count: item.count, since: format.momentInText(item.since) });
    default:
      return t(`attention.${item.kind}`, { count: item.count });
  }
}

interface AttentionCardProps {
  items: readonly Attention[];
  /** False while some of the figures could not be loaded or updated. */
  isComplete: boolean;
  runsPlatform: boolean;
}

/** Lists the items that need action, or shows a single line if there are none. */
export function AttentionCard({ items, isComplete, runsPlatform }: AttentionCardProps) {
  const t = useTranslations("admin");
  if (items.length === 0) {
    return (
      <p
        role="status"
        className="flex items-center gap-3 rounded-r-3 border border-line bg-surface px-5 py-3 text-text"
      >
        {isComplete ? (
          <CircleCheck size={18} strokeWidth={2} aria-hidden className="shrink-0 text-success" />
        ) : (
          <CircleAlert size={18} strokeWidth={2} aria-hidden className="shrink-0 text-warning" />
        )}
        <span>
          {t(isComplete ? "attention.none" : "attention.unknown")}
          {runsPlatform && (
            <>
              {" "}
              {t.rich("attention.practices", {
                link: (text) => (
                  <Link to="/tenant-management" search={{}} className={linkClass}>
                    {text}
                  </Link>
                ),
              })}
            </>
          )}
        </span>
      </p>
    );
  }
  return (
    <Card title={t("attention.title")} flush>
      <ul aria-live="polite">
        {items.map((item) => (
          <li
            key={
              item.kind === "jobFailed" || item.kind === "jobLate" ? `${item.kind} ${item.job}` : item.kind
            }
            className="flex items-start gap-3 border-b border-line px-5 py-3 last:border-b-0"
          >
            <TriangleAlert size={18} strokeWidth={2} aria-hidden className="mt-0.5 shrink-0 text-warning" />
            <span className="min-w-0 flex-1 wrap-anywhere text-text">
              <Sentence item={item} />
            </span>
            {item.kind === "tokens" && (
              <Link to="/admin" search={{ tab: "tokens", status: "expiring" }} className={linkClass}>
                {t("attention.open")}
              </Link>
            )}
            {workKinds.has(item.kind) && (
              <Link to="/admin" search={{}} hash={workCardId} className={linkClass}>
                {t("attention.open")}
              </Link>
            )}
            {item.kind === "copied" && runsPlatform && (
              <Link to="/admin" search={{ tab: "audit" }} className={linkClass}>
                {t("attention.open")}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
