import { useState } from "react";
import { useTranslations } from "use-intl";
import type { ListFilter } from "../../platform/list/list-column.ts";
import { useHasPermission } from "../../platform/session/session-access.ts";
import { type AuditList, outcomes, targetTypes } from "./audit-search.ts";
import type { AuditEntry, AuditScope } from "./audit.api.ts";
import { PeriodFields, usePeriodLabel } from "./period-fields.tsx";
import { type AuditPerson, PersonPicker } from "./person-picker.tsx";
import { useAuditLabels } from "./use-audit-labels.ts";

/** The filter for a person, as actor or target. A platform's log has no members to choose from. */
function usePersonFilter(
  organizationId: string | null,
  { search, change }: AuditList,
  entries: readonly AuditEntry[] | undefined,
): readonly ListFilter[] {
  const t = useTranslations("audit");
  const [chosen, setChosen] = useState<AuditPerson>();
  const { person } = search;
  if (organizationId === null && person === undefined) return [];
  const parties = (entries ?? []).flatMap(({ actor, target }) => [actor, target]);
  const named = parties.find((party) => party?.id === person && typeof party?.name === "string")?.name;
  const name = named ?? (chosen?.id === person ? chosen?.name : undefined) ?? t("filter.chosen");
  return [
    {
      names: ["person"],
      label: t("filter.person"),
      shown: person === undefined ? undefined : name,
      content: (close) =>
        organizationId === null ? (
          <p className="text-dense text-text-2">{name}</p>
        ) : (
          <PersonPicker
            organizationId={organizationId}
            onChoose={(picked) => {
              setChosen(picked);
              change({ person: picked.id });
              close();
            }}
          />
        ),
    },
  ];
}

/**
 * The filters of a log.
 * @param withPerson false for the log of a single person.
 */
export function useAuditFilters(
  scope: AuditScope,
  list: AuditList,
  entries: readonly AuditEntry[] | undefined,
  withPerson: boolean,
): readonly ListFilter[] {
  const t = useTranslations("audit");
  const labels = useAuditLabels();
  const canReadPeople = useHasPermission("users:read");
  const ofPerson = usePersonFilter(canReadPeople ? scope : null, list, entries);
  const { search, change } = list;
  const period = usePeriodLabel(search);
  return [
    ...(withPerson ? ofPerson : []),
    {
      name: "action",
      label: t("filter.action"),
      searchLabel: t("filter.search"),
      options: labels.actionOptions(),
      shown: search.action === undefined ? undefined : labels.chosenAction(search.action),
    },
    {
      name: "targetType",
      label: t("filter.object"),
      options: targetTypes.map((type) => ({ value: type, label: t(`kinds.${type}`) })),
    },
    {
      name: "outcome",
      label: t("filter.outcome"),
      options: outcomes.map((outcome) => ({ value: outcome, label: t(`outcome.${outcome}`) })),
    },
    {
      names: ["from", "to"],
      label: t("filter.time"),
      shown: period,
      content: (close) => (
        <PeriodFields
          search={search}
          onChange={(next) => {
            change(next);
            close();
          }}
        />
      ),
    },
  ];
}
