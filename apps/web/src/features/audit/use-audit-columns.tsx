import { useTranslations } from "use-intl";
import { useFormat } from "../../platform/i18n/use-format.ts";
import type { ListColumn } from "../../platform/list/list-column.ts";
import { BreakableText } from "../../ui/label/breakable-text.tsx";
import { AuditOutcome } from "./audit-outcome.tsx";
import type { AuditEntry } from "./audit.api.ts";
import { useAuditLabels } from "./use-audit-labels.ts";

function Time({ at }: { at: string }) {
  const format = useFormat();
  return (
    <time dateTime={at} title={format.momentFull(at)} className="text-text-2 tabular-nums">
      {`${format.day(at)}, ${format.timeExact(at)}`}
    </time>
  );
}

/** Shows a username below the name of its person. */
function Account({ party }: { party: { name: string | null; account: string | null } }) {
  if (party.name === null || party.account === null) return null;
  return (
    <span className="block text-small wrap-anywhere text-text-2">
      <BreakableText text={party.account} />
    </span>
  );
}

function ActorCell({ entry }: { entry: AuditEntry }) {
  const labels = useAuditLabels();
  return (
    <>
      <span className="block font-label wrap-anywhere text-text">
        <BreakableText text={labels.actorName(entry)} />
      </span>
      <Account party={entry.actor} />
      {entry.actor.role !== null && (
        <span className="block text-small text-text-3">{labels.role(entry.actor.role)}</span>
      )}
    </>
  );
}

function TargetCell({ entry }: { entry: AuditEntry }) {
  const object = useAuditLabels().object(entry);
  if (object === null) return <span className="text-text-3">–</span>;
  if (object.name === null) return <span className="text-text-2">{object.kind}</span>;
  return (
    <>
      <span className="block wrap-anywhere text-text">
        <BreakableText text={entry.target?.name ?? object.name} />
      </span>
      {entry.target !== null && <Account party={entry.target} />}
      <span className="block text-small text-text-3">{object.kind}</span>
    </>
  );
}

/** Returns the columns of an audit log. The sentence that describes the entry is the header of the row. */
export function useAuditColumns(): readonly ListColumn<AuditEntry>[] {
  const t = useTranslations("audit");
  const labels = useAuditLabels();
  return [
    {
      id: "time",
      header: t("columns.time"),
      moment: ({ time }) => time,
      cell: ({ time }) => <Time at={time} />,
      width: 9.5,
    },
    {
      id: "who",
      header: t("columns.who"),
      text: (entry) => labels.actorText(entry),
      cell: (entry) => <ActorCell entry={entry} />,
      width: 12.5,
    },
    {
      id: "what",
      header: t("columns.what"),
      namesRow: true,
      text: (entry) => labels.sentence(entry),
      width: 16,
    },
    {
      id: "object",
      header: t("columns.object"),
      text: (entry) => {
        const object = labels.object(entry);
        return object === null ? null : (object.name ?? object.kind);
      },
      cell: (entry) => <TargetCell entry={entry} />,
      width: 11.5,
    },
    {
      id: "outcome",
      header: t("columns.outcome"),
      text: ({ outcome }) => t(`outcome.${outcome}`),
      cell: ({ outcome }) => <AuditOutcome outcome={outcome} />,
      width: 11.5,
    },
  ];
}
