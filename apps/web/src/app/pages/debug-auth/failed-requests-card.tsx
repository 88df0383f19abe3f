import ShieldCheck from "lucide-react/icons/shield-check";
import { useTranslations } from "use-intl";
import type { FailedRequest } from "../../../platform/api-client/failed-requests.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";

/** The last failed calls of this tab, with the request ids under which the server logged them. */
export function FailedRequestsCard({ calls }: { calls: readonly FailedRequest[] }) {
  const t = useTranslations("debug-auth");
  const format = useFormat();
  return (
    <Card title={t("refused.title")} description={t("refused.text")} flush>
      {calls.length === 0 ? (
        <EmptyState icon={ShieldCheck} title={t("refused.none")} />
      ) : (
        <ol className="divide-y divide-line">
          {calls.map(({ method, path, status, code, requestId, atMs }) => (
            <li key={`${atMs} ${requestId ?? path}`} className="grid gap-1 px-5 py-3 text-dense">
              <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
                <span className="font-mono font-label text-text wrap-anywhere">{`${status} ${code}`}</span>
                <time
                  dateTime={new Date(atMs).toISOString()}
                  title={format.momentFull(atMs)}
                  className="text-small text-text-3 tabular-nums"
                >
                  {format.timeExact(atMs)}
                </time>
              </p>
              <p className="font-mono text-text-2 wrap-anywhere">{`${method} ${path}`}</p>
              {requestId !== null && (
                <p className="text-text-3 wrap-anywhere">{t("refused.request", { id: requestId })}</p>
              )}
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
