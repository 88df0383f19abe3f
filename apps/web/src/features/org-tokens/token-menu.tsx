import Ellipsis from "lucide-react/icons/ellipsis";
import { useTranslations } from "use-intl";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/menu.tsx";
import type { MenuEntry } from "../../ui/menu-props.ts";
import type { OrgToken } from "./tokens.api.ts";

/** Actions on a token, and filters for similar ones. */
export interface TokenActions {
  readonly revoke: (token: OrgToken) => void;
  readonly onlyApplication: (token: OrgToken) => void;
  /** Only where tokens of several practices are listed. */
  readonly onlyPractice?: ((token: OrgToken) => void) | undefined;
  /** Only with the permission. */
  readonly revokePractice?: ((token: OrgToken) => void) | undefined;
}

export function TokenMenu({ token, actions }: { token: OrgToken; actions: TokenActions }) {
  const t = useTranslations("client-tokens");
  const common = useTranslations("common");
  const { onlyPractice, revokePractice } = actions;
  const items: MenuEntry[] = [
    {
      key: "application",
      label: t("menu.onlyApplication"),
      onSelect: () => actions.onlyApplication(token),
    },
    ...(onlyPractice === undefined
      ? []
      : [{ key: "practice", label: t("menu.onlyPractice"), onSelect: () => onlyPractice(token) }]),
    {
      key: "revoke",
      label: t("menu.revoke"),
      destructive: true,
      hasSeparator: true,
      disabledReason: token.status === "active" ? undefined : t("menu.notActive"),
      onSelect: () => actions.revoke(token),
    },
    ...(revokePractice === undefined
      ? []
      : [
          {
            key: "revokePractice",
            label: t("menu.revokePractice"),
            destructive: true,
            onSelect: () => revokePractice(token),
          },
        ]),
  ];
  const name = `${token.applicationInfo.name}, ${token.userId.name}`;
  return (
    <Menu
      align="end"
      trigger={<IconButton icon={Ellipsis} size="small" label={common("rowMenu", { name })} />}
      items={items}
    />
  );
}
