import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { Button } from "../../ui/button/button.tsx";
import { Disclosure } from "../../ui/layout/disclosure.tsx";
import type { AuditEntry } from "./audit.api.ts";
import type { ListParams } from "../../platform/list/list-search.ts";
import { lazyPart } from "../../platform/loading/lazy-part.tsx";
import { useAuditLabels } from "./use-audit-labels.ts";

type Text = ReturnType<typeof useTranslations<"audit">>;
type NamesBelow<Key, Prefix extends string> = Key extends `${Prefix}.${infer Name}` ? Name : never;
type FieldName = NamesBelow<Parameters<Text>[0], "fields">;
type OriginName = NamesBelow<Parameters<Text>[0], "origins">;
type ValueName = NamesBelow<Parameters<Text>[0], "values">;
type ReasonName = NamesBelow<Parameters<Text>[0], "reasons">;

// Loaded on demand, because few entries concern rights.
const GrantedRights = lazyPart(async () => (await import("./rights-change.tsx")).GrantedRights, "rights");
const GrantedCodes = lazyPart(async () => (await import("./rights-change.tsx")).GrantedCodes, "rights");

const masked = "•";
/** Fields whose values are words of a list, with the name of that list. */
const lists: Readonly<Record<string, string>> = {
  status: "status",
  term: "term",
  nextTerm: "term",
  decision: "decision",
};
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** Returns a function that formats a changed value. */
function useValueLabel() {
  const t = useTranslations("audit");
  const format = useFormat();
  const labels = useAuditLabels();
  const formatValue = (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === "") return t("details.empty");
    if (value === masked) return t("details.masked");
    if (typeof value === "boolean") return t(value ? "details.yes" : "details.no");
    if (typeof value === "number") return format.number(value);
    if (Array.isArray(value)) {
      return value.length === 0
        ? t("details.empty")
        : value.map((item) => formatValue(field, item)).join(", ");
    }
    if (typeof value !== "string") return JSON.stringify(value);
    if (field === "role") return labels.role(value);
    const name = `${lists[field]}.${value}` as ValueName;
    if (field in lists && t.has(`values.${name}`)) return t(`values.${name}`);
    return moment.test(value) ? format.momentFull(value) : value;
  };
  return formatValue;
}

/** Returns a function that puts the codes of a reason, for example factors, into words. Other reasons stay as typed. */
function useReasonLabel() {
  const t = useTranslations("audit");
  return (reason: string): string => {
    const codes = reason.split(/[ +]/) as ReasonName[];
    return codes.every((code) => t.has(`reasons.${code}`))
      ? codes.map((code) => t(`reasons.${code}`)).join(", ")
      : reason;
  };
}

/** Returns permission codes, or undefined for any other value. */
function permissionsIn(field: string, value: unknown): readonly string[] | null | undefined {
  if (field !== "permissions") return undefined;
  if (value === null) return null;
  return Array.isArray(value) && value.every((item) => typeof item === "string") ? value : undefined;
}

function Changes({ changes }: { changes: NonNullable<AuditEntry["changes"]> }) {
  const t = useTranslations("audit");
  const formatValue = useValueLabel();
  const value = (field: string, stored: unknown) => {
    const permissions = permissionsIn(field, stored);
    return permissions === undefined ? (
      formatValue(field, stored)
    ) : (
      <GrantedRights permissions={permissions} />
    );
  };
  const cell =
    "border-b border-line px-3 py-2 text-left align-top font-normal wrap-anywhere first:pl-0 last:pr-0 max-sm:border-b-0 max-sm:px-0 max-sm:py-0 max-sm:[tr>&:first-child]:col-span-2";
  return (
    <div>
      <h2 className="text-dense font-strong text-text">{t("details.changes")}</h2>
      <table className="mt-1 w-full border-separate text-dense [border-spacing:0] max-sm:block max-sm:[&>*]:block">
        <thead>
          <tr className="text-small text-text-3 max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-4">
            {(["field", "before", "after"] as const).map((key) => (
              <th key={key} scope="col" className={cell}>
                {t(`details.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Object.entries(changes).map(([field, change]) => (
            <tr
              key={field}
              className="max-sm:mt-2 max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-4 max-sm:border-t max-sm:border-line max-sm:pt-2"
            >
              <th scope="row" className={`${cell} text-text-2`}>
                {t.has(`fields.${field as FieldName}`) ? t(`fields.${field as FieldName}`) : field}
              </th>
              <td className={`${cell} text-text-2`}>{value(field, change.before)}</td>
              <td className={`${cell} font-label text-text`}>{value(field, change.after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Codes, numbers and the call, which only technicians need; closed at first. */
function TechnicalDetails({ request, changes }: Pick<AuditEntry, "request" | "changes">) {
  const t = useTranslations("audit");
  const [before, after] = (["before", "after"] as const).map((side) =>
    permissionsIn("permissions", changes?.["permissions"]?.[side]),
  );
  const hasCodes = before !== undefined && after !== undefined;
  if (request === null && !hasCodes) return null;
  return (
    <Disclosure summary={t("details.technical")}>
      {hasCodes && <GrantedCodes before={before} after={after} />}
      {request !== null && (
        <dl className="grid gap-x-6 gap-y-3 pb-3 sm:grid-cols-2 lg:grid-cols-3">
          <Detail name={t("details.call")}>
            <span className="font-mono text-small">{`${request.method} ${request.route}`}</span>
          </Detail>
          <Detail name={t("details.request")}>
            <span className="font-mono text-small">{request.id}</span>
          </Detail>
          {request.sessionId !== null && (
            <Detail name={t("details.session")}>
              <span className="font-mono text-small">{request.sessionId}</span>
            </Detail>
          )}
        </dl>
      )}
    </Disclosure>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-small text-text-3">{name}</dt>
      <dd className="text-dense wrap-anywhere text-text">{children}</dd>
    </div>
  );
}

export interface AuditDetailsProps {
  entry: AuditEntry;
  onChange: (change: ListParams) => void;
}

/** Shows the details of an entry: changes, reason and request. */
export function AuditDetails({ entry, onChange }: AuditDetailsProps) {
  const t = useTranslations("audit");
  const format = useFormat();
  const labels = useAuditLabels();
  const reasonLabel = useReasonLabel();
  const { request, changes, origin, actor } = entry;
  const object = labels.object(entry);
  // The reason of a new token is the id of its application, whose name is shown instead.
  const reason = entry.action === "token.created" && object?.name ? null : entry.reason;
  return (
    <div className="grid gap-4 py-2">
      {changes !== null && Object.keys(changes).length > 0 && <Changes changes={changes} />}
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
        {object !== null && object.name !== null && <Detail name={object.kind}>{object.name}</Detail>}
        {actor.application !== null && (
          <Detail name={t("details.application")}>{actor.application.name}</Detail>
        )}
        {reason !== null && <Detail name={t("details.reason")}>{reasonLabel(reason)}</Detail>}
        {typeof request?.ip === "string" && <Detail name={t("details.address")}>{request.ip}</Detail>}
        {typeof request?.userAgent === "string" && (
          <Detail name={t("details.browser")}>
            <span title={request.userAgent}>
              {request.browser !== null && request.system !== null
                ? t("details.device", { browser: request.browser, system: request.system })
                : (request.browser ?? request.system ?? request.userAgent)}
            </span>
          </Detail>
        )}
        <Detail name={t("details.origin")}>
          {t.has(`origins.${origin as OriginName}`) ? t(`origins.${origin as OriginName}`) : origin}
        </Detail>
        <Detail name={t("details.entry")}>{format.number(entry.seq)}</Detail>
      </dl>
      <TechnicalDetails request={request} changes={changes} />
      <div className="button-row flex flex-wrap gap-2 print:hidden">
        {actor.id !== null && actor.name !== null && (
          <Button size="small" onClick={() => onChange({ person: actor.id ?? undefined })}>
            {t("details.onlyPerson")}
          </Button>
        )}
        <Button size="small" onClick={() => onChange({ action: entry.action })}>
          {t("details.onlyAction")}
        </Button>
      </div>
    </div>
  );
}
