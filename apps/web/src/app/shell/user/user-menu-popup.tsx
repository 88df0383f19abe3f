import type { Me } from "@praxisportal/contract/users/users.schema";
import { Link } from "@tanstack/react-router";
import Globe from "lucide-react/icons/globe";
import Info from "lucide-react/icons/info";
import KeyRound from "lucide-react/icons/key-round";
import Lock from "lucide-react/icons/lock";
import LogOut from "lucide-react/icons/log-out";
import Monitor from "lucide-react/icons/monitor";
import Moon from "lucide-react/icons/moon";
import Settings from "lucide-react/icons/settings";
import ShieldCheck from "lucide-react/icons/shield-check";
import ShieldUser from "lucide-react/icons/shield-user";
import Sun from "lucide-react/icons/sun";
import UserRound from "lucide-react/icons/user-round";
import { createElement } from "react";
import { useTranslations } from "use-intl";
import { nameOf } from "../../../entities/person/person-name.ts";
import { useLanguage } from "../../../platform/i18n/i18n-provider.tsx";
import { languages } from "@praxisportal/contract/languages";
import { languageNames } from "../../../platform/i18n/languages.ts";
import { setLanguage } from "../../../platform/i18n/store.ts";
import { lockScreen } from "../../../platform/session/lock/lock-screen.ts";
import { useSession } from "../../../platform/session/session.store.ts";
import { portalConfig } from "../../../platform/storage/portal-config.ts";
import { useTheme } from "../../../platform/theme/use-theme.ts";
import type { TriggerRefProps } from "../../../ui/button/lazy-trigger.tsx";
import type { MenuEntry } from "../../../ui/overlay/menu-props.ts";
import { MenuPopup } from "../../../ui/overlay/menu-popup.tsx";
import { canVisit } from "../../router/guard-decision.ts";
import { routeTable } from "../../router/route-table.ts";
import { usePrincipal } from "./use-principal.ts";
import { useSignOut } from "./use-sign-out.ts";
import { UserButton } from "./user-button.tsx";

const themes = [
  { mode: "light", icon: Sun },
  { mode: "dark", icon: Moon },
  { mode: "system", icon: Monitor },
] as const;

function useEntries(): MenuEntry[] {
  const t = useTranslations("shell");
  const common = useTranslations("common");
  const frame = useTranslations("frame");
  const { mode, setMode } = useTheme();
  const language = useLanguage();
  const restricted = useSession((session) => session.restriction !== null);
  const isSuperadmin = canVisit(routeTable.superadminProfile.access, usePrincipal());
  const signOutUser = useSignOut();
  const { imprintUrl, privacyUrl } = portalConfig();
  const legal = [
    { key: "imprint", href: imprintUrl ?? "", icon: Info },
    { key: "privacy", href: privacyUrl ?? "", icon: ShieldCheck },
  ] as const;
  const ownEntries: MenuEntry[] = [
    { key: "profile", label: frame("titles.profile"), icon: UserRound, link: <Link to="/profile" /> },
    ...(isSuperadmin
      ? [
          {
            key: "superadmin-profile",
            label: frame("titles.superadminProfile"),
            icon: ShieldUser,
            link: <Link to="/admin/superadmin-profile" />,
          },
        ]
      : []),
    { key: "settings", label: frame("titles.settings"), icon: Settings, link: <Link to="/settings" /> },
    {
      key: "password",
      label: frame("titles.changePassword"),
      icon: KeyRound,
      link: <Link to="/change-password" />,
    },
  ];
  return [
    ...(restricted ? [] : ownEntries),
    ...themes.map(({ mode: option, icon }, index) => ({
      key: option,
      label: common(`theme.${option}`),
      icon,
      checked: mode === option,
      hasSeparator: index === 0 && !restricted,
      onSelect: () => setMode(option),
    })),
    ...languages.map((option, index) => ({
      key: option,
      label: languageNames[option],
      icon: Globe,
      checked: language === option,
      hasSeparator: index === 0,
      onSelect: () => void setLanguage(option),
    })),
    ...legal
      .filter(({ href }) => href !== "")
      .map(({ key, href, icon }, index) => ({
        key,
        label: frame(key),
        icon,
        hasSeparator: index === 0,
        link: createElement("a", { href, target: "_blank", rel: "noreferrer" }),
      })),
    ...(restricted
      ? []
      : [
          {
            key: "lock",
            label: t("user.lock"),
            icon: Lock,
            hasSeparator: true,
            onSelect: lockScreen,
          },
        ]),
    { key: "leave", label: t("user.signOut"), icon: LogOut, hasSeparator: restricted, onSelect: signOutUser },
  ];
}

interface UserMenuPopupProps extends TriggerRefProps {
  user: Me;
}

/** The content of the user menu, downloaded when it is first opened. */
export function UserMenuPopup({ user, triggerRef }: UserMenuPopupProps) {
  const roles = useTranslations("roles");
  const entries = useEntries();
  return (
    <MenuPopup
      triggerRef={triggerRef}
      items={entries}
      header={
        <>
          <p className="font-strong text-text">{nameOf(user)}</p>
          <p className="text-small text-text-3">{roles(user.role.type)}</p>
        </>
      }
      trigger={<UserButton user={user} />}
    />
  );
}
