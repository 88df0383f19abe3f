import { useTranslations } from "use-intl";
import { tokenSearch, type TokenList } from "./token-search.ts";
import type { OpenTokenDialog } from "../revoke/token-dialogs.tsx";
import { useWriteBlock } from "../../../platform/forms/write-block.tsx";
import type { MenuEntry } from "../../../ui/overlay/menu-props.ts";
import type { OrgToken } from "../tokens.api.ts";

interface TokenMenuInput {
  list: TokenList;
  /** True if several organizations are listed. */
  withOrganization: boolean;
  /** True if the user may revoke all access to an organization at once. */
  canRevokeOrganization: boolean;
  onOpen: (dialog: OpenTokenDialog) => void;
}

/** Returns the row menu with actions on a token and filters for similar tokens. */
export function useTokenMenu(input: TokenMenuInput): (token: OrgToken) => readonly MenuEntry[] {
  const { list, withOrganization, canRevokeOrganization, onOpen } = input;
  const t = useTranslations("client-tokens");
  const block = useWriteBlock();
  const filterBy = (filter: { organizationId: string } | { applicationId: string }) =>
    list.change({ ...tokenSearch.withoutFilters, ...filter });
  return (token) => {
    const { applicationId, organizationId, organizationName } = token;
    return [
      { key: "application", label: t("menu.onlyApplication"), onSelect: () => filterBy({ applicationId }) },
      ...(withOrganization
        ? [
            {
              key: "organization",
              label: t("menu.onlyOrganization"),
              onSelect: () => filterBy({ organizationId }),
            },
          ]
        : []),
      {
        key: "revoke",
        label: t("menu.revoke"),
        destructive: true,
        hasSeparator: true,
        disabledReason: block ?? (token.status === "active" ? undefined : t("menu.notActive")),
        onSelect: () => onOpen({ kind: "revoke", tokens: [token] }),
      },
      ...(canRevokeOrganization
        ? [
            {
              key: "revokeOrganization",
              label: t("menu.revokeOrganization"),
              destructive: true,
              disabledReason: block ?? undefined,
              onSelect: () =>
                onOpen({
                  kind: "organization",
                  organization: { id: organizationId, name: organizationName },
                }),
            },
          ]
        : []),
    ];
  };
}
