import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import type { ListFilter } from "../../../platform/list/list-column.ts";
import { useTokenLabels } from "./token-labels.ts";
import { type TokenList, views } from "./token-search.ts";
import type { OrgTokenStatistics } from "../tokens.api.ts";

/** Renders an organization picker. The page supplies this function. */
export type RenderOrganizationPicker = (
  choose: (organization: { id: string; name: string }) => void,
) => ReactNode;

/**
 * Returns the filters of a token list.
 * @param statistics Statistics of the listed tokens, which supply the applications and types to choose from.
 * @param renderOrganizationPicker Set only for tokens of several organizations.
 */
export function useTokenFilters(
  { search: { organizationId }, change }: TokenList,
  statistics: OrgTokenStatistics | undefined,
  renderOrganizationPicker: RenderOrganizationPicker | undefined,
): readonly ListFilter[] {
  const t = useTranslations("client-tokens");
  const labels = useTokenLabels();
  const [chosenOrganization, setChosenOrganization] = useState<{ id: string; name: string }>();
  const organization =
    statistics?.topOrganizations.find((topOrganization) => topOrganization.organizationId === organizationId)
      ?.name ?? (chosenOrganization?.id === organizationId ? chosenOrganization?.name : undefined);
  return [
    {
      name: "status",
      label: t("filter.status"),
      options: views.map((view) => ({ value: view, label: t(`state.${view}`) })),
    },
    ...(renderOrganizationPicker === undefined
      ? []
      : [
          {
            names: ["organizationId"],
            label: t("filter.organization"),
            valueText:
              organizationId === undefined ? undefined : (organization ?? t("filter.chosenOrganization")),
            content: (close: () => void) =>
              renderOrganizationPicker((picked) => {
                setChosenOrganization(picked);
                change({ organizationId: picked.id });
                close();
              }),
          },
        ]),
    {
      name: "applicationId",
      label: t("filter.application"),
      options: (statistics?.applications ?? []).map(({ applicationId, name }) => ({
        value: applicationId,
        label: name,
      })),
    },
    {
      name: "applicationType",
      label: t("filter.type"),
      options: (statistics?.applicationTypes ?? []).map(({ type }) => ({
        value: type,
        label: labels.type(type),
      })),
    },
  ];
}
