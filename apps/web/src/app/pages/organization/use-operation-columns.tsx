import type { Operation } from "@praxisportal/contract/organizations/organizations.schema";
import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import type { ListColumn } from "../../../platform/list/list-column.ts";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { Highlight } from "../../../ui/label/highlight.tsx";
import { linkClass } from "../../../ui/button/link-style.ts";
import { StatusBadge } from "../../../ui/label/status-badge.tsx";
import type { Undo } from "./use-undo.ts";

interface AffectedUserProps {
  entry: Operation;
  searchText: string;
}

/** Link to the member's page if they have a name, even after a transfer to another organization. */
function AffectedUser({ entry: { user }, searchText }: AffectedUserProps) {
  const t = useTranslations("operations");
  if (user.id === null || user.name === null) return <span className="text-text-2">{t("erased")}</span>;
  return (
    <Link to="/users/$userId" params={{ userId: user.id }} search={{ tab: "history" }} className={linkClass}>
      <Highlight text={user.name} search={searchText} />
    </Link>
  );
}

/** Undoes an operation, as long as that is possible. */
function UndoButton({ entry, undo }: { entry: Operation; undo: Undo }) {
  const t = useTranslations("operations");
  const format = useFormat();
  if (entry.undoableUntil === null) return null;
  return (
    <span className="grid gap-0.5 print:hidden">
      <WriteButton
        size="small"
        busy={undo.busy === entry.id}
        aria-label={t("undoOf", { name: entry.user.name ?? t("erased") })}
        onClick={() => undo.start(entry)}
      >
        {t("undo")}
      </WriteButton>
      <span className="text-small text-text-3">
        {t("until", { time: format.momentInText(entry.undoableUntil) })}
      </span>
    </span>
  );
}

/** Returns the columns of the operations on members. */
export function useOperationColumns(undo: Undo): readonly ListColumn<Operation>[] {
  const t = useTranslations("operations");
  const format = useFormat();
  return [
    {
      id: "time",
      header: t("columns.time"),
      moment: ({ time }) => time,
      cell: ({ time }) => (
        <time dateTime={time} title={format.momentFull(time)} className="text-text-2 tabular-nums">
          {format.moment(time)}
        </time>
      ),
    },
    {
      id: "what",
      header: t("columns.what"),
      namesRow: true,
      width: 11,
      searchable: true,
      text: ({ action, type }) => {
        if (action === "user.transfer_undone") return t("back");
        if (action === "staff.offboarding_completed") return t("left");
        return action === "member.invitation_resent" ? t("again") : t(`type.${type}`);
      },
    },
    {
      id: "whom",
      header: t("columns.whom"),
      width: 11,
      searchable: true,
      text: ({ user }) => (user.id === null ? null : user.name) ?? t("erased"),
      cell: (entry, searchText) => <AffectedUser entry={entry} searchText={searchText} />,
    },
    {
      id: "who",
      header: t("columns.who"),
      width: 11,
      searchable: true,
      text: ({ performer }) => performer.name ?? t(performer.id === null ? "system" : "erased"),
    },
    {
      id: "outcome",
      header: t("columns.outcome"),
      width: 11,
      card: "badge",
      text: ({ outcome }) => t(`outcome.${outcome}`),
      cell: ({ outcome }) => (
        <StatusBadge meaning={outcome === "done" ? "ok" : "info"}>{t(`outcome.${outcome}`)}</StatusBadge>
      ),
      action: (entry) => <UndoButton entry={entry} undo={undo} />,
    },
  ];
}
