import type { Operation } from "@praxisportal/contract/organizations/organizations.schema";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import ListChecks from "lucide-react/icons/list-checks";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { operationsQuery } from "../../../features/organizations/organizations.api.ts";
import { ListPage } from "../../../platform/list/list-page.tsx";
import { createListSearch, oneOf } from "../../../platform/list/list-search.ts";
import { useListSearch } from "../../../platform/list/use-list-search.ts";
import { useWholeList } from "../../../platform/list/use-whole-list.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { linkClass } from "../../../ui/button/link-style.ts";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { useCanReadAudit } from "../use-can-read-audit.ts";
import { useOperationColumns } from "./use-operation-columns.tsx";
import { useUndo } from "./use-undo.ts";

const types = [
  "user_assigned",
  "role_updated",
  "user_removed",
  "user_transferred",
  "bulk_invite",
  "profile_updated",
] as const satisfies readonly Operation["type"][];
const outcomes = ["done", "undone"] as const satisfies readonly Operation["outcome"][];

const operationSearch = createListSearch({
  filters: { type: oneOf(types), outcome: oneOf(outcomes) },
  sortFields: ["time", "what", "whom", "who", "outcome"],
  defaultSort: { sortBy: "time", sortOrder: "desc" },
});

interface OperationsTabProps {
  organizationId: string;
}

/** Operations on members of the organization. Transfers of the last 24 hours can be reverted. */
export function OperationsTab({ organizationId }: OperationsTabProps) {
  const t = useTranslations("operations");
  const list = useListSearch(operationSearch);
  const query = useQuery(operationsQuery(organizationId));
  const undo = useUndo(organizationId);
  const columns = useOperationColumns(undo);
  const canReadAudit = useCanReadAudit();
  const filters = [
    {
      name: "type",
      label: t("columns.what"),
      options: types.map((value) => ({ value, label: t(`type.${value}`) })),
      valueIn: ({ type }: Operation) => type,
    },
    {
      name: "outcome",
      label: t("columns.outcome"),
      options: outcomes.map((value) => ({ value, label: t(`outcome.${value}`) })),
      valueIn: ({ outcome }: Operation) => outcome,
    },
  ];
  const header = (actions: ReactNode) => (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="max-w-[90ch] text-body text-text-2">
        {t("text")}{" "}
        {canReadAudit && (
          <Link to="/organization" search={{ tab: "audit" }} className={linkClass}>
            {t("toLog")}
          </Link>
        )}
      </p>
      <div className="button-row flex flex-wrap gap-3">{actions}</div>
    </div>
  );
  return (
    <ListPage
      name="operations"
      title={t("title")}
      header={header}
      list={list}
      source={useWholeList({ query, columns, filters, list })}
      search={{ label: t("search"), placeholder: t("searchPlaceholder") }}
      columns={columns}
      filters={filters}
      notices={
        undo.failure !== null && (
          <ErrorBox persistent title={t("undoFailed")}>
            {undo.failure}
          </ErrorBox>
        )
      }
      emptyState={<EmptyState icon={ListChecks} title={t("none")} text={t("noneText")} />}
      failedTitle={t("failed")}
      tableFrom="(min-width: 64rem)"
    />
  );
}
