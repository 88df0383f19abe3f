import { useTranslations } from "use-intl";
import type { ListColumn } from "../../../platform/list/list-column.ts";
import { Highlight } from "../../../ui/label/highlight.tsx";
import { ApplicationCell, Expiry, LastUse, PersonCell, TokenState } from "./token-cells.tsx";
import { stateOf } from "./token-labels.ts";
import type { OrgToken } from "../tokens.api.ts";

/**
 * Returns the columns of a token list.
 * @param now Time at which the tokens were loaded, in ms.
 */
export function useTokenColumns(now: number, withOrganization: boolean): readonly ListColumn<OrgToken>[] {
  const t = useTranslations("client-tokens");
  return [
    {
      id: "application",
      header: t("columns.application"),
      text: (token) => token.applicationInfo.name,
      cell: (token, searchText) => <ApplicationCell token={token} search={searchText} />,
      width: 11,
    },
    {
      id: "person",
      header: t("columns.person"),
      text: (token) => token.userId.name,
      cell: (token, searchText) => <PersonCell token={token} search={searchText} />,
      width: 11,
    },
    ...(withOrganization
      ? [
          {
            id: "organization",
            header: t("columns.organization"),
            sortField: "organization",
            text: (token: OrgToken) => token.organizationName,
            cell: (token: OrgToken, searchText: string) => (
              <Highlight text={token.organizationName} search={searchText} />
            ),
            width: 11,
          },
        ]
      : []),
    {
      id: "lastActivity",
      header: t("columns.lastActivity"),
      moment: (token) => token.session.lastActivity,
      cell: (token) => <LastUse token={token} now={now} />,
      width: 9.5,
    },
    {
      id: "expiresAt",
      header: t("columns.expiresAt"),
      moment: (token) => token.tokens.refreshToken.expiresAt,
      cell: (token) => <Expiry token={token} now={now} />,
      width: 7,
    },
    {
      id: "state",
      header: t("columns.state"),
      text: (token) => t(`state.${stateOf(token, now)}`),
      cell: (token) => <TokenState token={token} now={now} />,
      width: 10.5,
    },
    {
      id: "createdAt",
      header: t("columns.createdAt"),
      moment: ({ createdAt }) => createdAt,
      initiallyHidden: true,
    },
  ];
}
