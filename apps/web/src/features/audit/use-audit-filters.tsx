import { useState } from "react";
import { useTranslations } from "use-intl";
import type { ListFilter } from "../../platform/list/list-column.ts";
import { useHasPermission } from "../../platform/session/session-access.ts";
import { type AuditList, outcomes, targetTypes } from "./audit-search.ts";
import type { AuditEntry, AuditScope } from "./audit.api.ts";
import { PeriodFields, usePeriodLabel } from "./period-fields.tsx";
import { type AuditPerson, PersonPicker } from "./person-picker.tsx";
import { useAuditLabels } from "./use-audit-labels.ts";

/** The parameters that select a person: as actor or target, as actor, or as target. */
const personParams = ["person", "actor", "targetId"] as const;

/** Returns the filters for a person. The log of the platform has no members to choose from. */
function usePersonFilters(
  organizationId: string | null,
  { search, change }: AuditList,
  entries: readonly AuditEntry[] | undefined,
): readonly ListFilter[] {
  const t = useTranslations("audit");
  const [chosenPeople, setChosenPeople] = useState<readonly AuditPerson[]>([]);
  const parties = (entries ?? []).flatMap(({ actor, target }) => [actor, target]);
  const nameOf = (id: string): string => {
    const partyName = parties.find((party) => party?.id === id && typeof party?.name === "string")?.name;
    return partyName ?? chosenPeople.find((person) => person.id === id)?.name ?? t("filter.chosen");
  };
  return personParams
    .filter((param) => organizationId !== null || search[param] !== undefined)
    .map((param) => {
      const id = search[param];
      const name = id === undefined ? undefined : nameOf(id);
      return {
        names: [param],
        label: t(`filter.${param}`),
        valueText: name,
        content: (close) =>
          organizationId === null ? (
            <p className="text-dense text-text-2">{name}</p>
          ) : (
            <PersonPicker
              organizationId={organizationId}
              onChoose={(picked) => {
                setChosenPeople((before) => [...before, picked]);
                change({ [param]: picked.id });
                close();
              }}
            />
          ),
      };
    });
}

/**
 * Returns the filters of an audit log.
 * @param withPerson False for the log of a single person.
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
  const personFilters = usePersonFilters(canReadPeople ? scope : null, list, entries);
  const { search, change } = list;
  const period = usePeriodLabel(search);
  return [
    ...(withPerson ? personFilters : []),
    {
      name: "action",
      label: t("filter.action"),
      searchLabel: t("filter.search"),
      options: labels.actionOptions(),
      valueText: search.action === undefined ? undefined : labels.chosenAction(search.action),
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
      valueText: period,
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
