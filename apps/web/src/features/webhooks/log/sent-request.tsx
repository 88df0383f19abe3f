import { useId } from "react";
import { useTranslations } from "use-intl";
import type { WebhookTest } from "../webhooks.api.ts";

function Block({ labelledBy, children }: { labelledBy: string; children: string }) {
  return (
    <pre
      tabIndex={0}
      role="region"
      aria-labelledby={labelledBy}
      className="max-h-72 overflow-auto rounded-r-3 border border-line bg-surface-2 p-3 font-mono text-small break-words whitespace-pre-wrap text-text"
    >
      {children}
    </pre>
  );
}

/** Indents JSON. Any other text is returned unchanged. */
function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Shows a request as it was sent. The server masks signatures and custom headers. */
export function SentRequest({ request }: { request: WebhookTest["request"] }) {
  const t = useTranslations("webhooks");
  const titleId = useId();
  const head = [`POST ${request.url}`, ...request.headers.map(({ name, value }) => `${name}: ${value}`)];
  return (
    <div className="min-w-0">
      <p id={titleId} className="mb-1 text-dense font-strong text-text">
        {t("log.request")}
      </p>
      <Block labelledBy={titleId}>{`${head.join("\n")}\n\n${indentJson(request.body)}`}</Block>
      <p className="mt-1 text-small text-text-3">{t("log.masked")}</p>
    </div>
  );
}

/** Shows the beginning of a response, as plain text. */
export function ReceivedResponse({ status, answer }: { status: number | null; answer: string | null }) {
  const t = useTranslations("webhooks");
  const titleId = useId();
  return (
    <div className="min-w-0">
      <p id={titleId} className="mb-1 text-dense font-strong text-text">
        {t("log.answer")}
      </p>
      {status === null ? (
        <p className="text-dense text-text-2">{t("log.noAnswer")}</p>
      ) : (
        <Block labelledBy={titleId}>
          {answer === null || answer === "" ? String(status) : `${status}\n\n${answer}`}
        </Block>
      )}
    </div>
  );
}
