import { membershipActionsFor } from "@praxisportal/contract/user-security/user-security.rules";
import { canAdminister } from "@praxisportal/contract/users/users.rules";
import { Link } from "@tanstack/react-router";
import Ellipsis from "lucide-react/icons/ellipsis";
import { useTranslations } from "use-intl";
import { useSession } from "../../platform/session/session.store.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu } from "../../ui/menu.tsx";
import type { MenuEntry } from "../../ui/menu-props.ts";
import type { PersonAction } from "./person-actions.tsx";
import { nameOf } from "../../entities/person/person-name.ts";
import { useActor, useCanManagePeople } from "./role-field.tsx";
import type { ListedUser } from "./users.api.ts";

type Subject = Pick<
  ListedUser,
  "id" | "personalInfo" | "status" | "email" | "emailVerified" | "lockStatus" | "blockedAt"
> & { role: { type: string } };

/** Security actions in the row menu; the others are on the person's page. */
const quick = ["unlock", "resetConnections", "block", "unblock"] as const;

/** Returns the quick security actions that the signed-in user may perform on a person. */
export function useQuickActions(user: Subject): readonly (typeof quick)[number][] {
  const actor = useActor();
  const ownId = useSession((session) => session.user?.id);
  const allowed = membershipActionsFor(actor, user, user.id === ownId);
  return quick.filter((action) => allowed.includes(action));
}

/** Menu entries for a person, disabled with the reason where not allowed. */
export function usePersonEntries(user: Subject, start: (action: PersonAction) => void): MenuEntry[] {
  const t = useTranslations("people");
  const actor = useActor();
  const ownId = useSession((session) => session.user?.id);
  const reason =
    user.id === ownId ? t("menu.self") : canAdminister(actor, user.role.type) ? undefined : t("menu.higher");
  const entry = (action: PersonAction, label: string, more: Partial<MenuEntry> = {}): MenuEntry => ({
    key: action,
    label,
    disabledReason: reason,
    onSelect: () => start(action),
    ...more,
  });
  const isPending = user.status === "pending";
  const security = useQuickActions(user);
  return [
    entry("edit", t("menu.edit")),
    entry("role", t("menu.role")),
    ...(user.emailVerified ? [] : [entry("resend", t("menu.resend"))]),
    ...security.map((action, index) => entry(action, t(`menu.${action}`), { hasSeparator: index === 0 })),
    ...(isPending
      ? []
      : user.status === "deactivated"
        ? [entry("activate", t("menu.activate"), { hasSeparator: true })]
        : [
            entry("deactivate", t("menu.deactivate"), { hasSeparator: true }),
            entry("leave", t("menu.leave")),
          ]),
    isPending
      ? entry("revoke", t("menu.revoke"), { destructive: true, hasSeparator: true })
      : entry("remove", t("menu.remove"), { destructive: true }),
    ...(isPending ? [] : [entry("delete", t("menu.delete"), { destructive: true })]),
  ];
}

export interface PersonMenuProps {
  user: ListedUser;
  onStart: (action: PersonAction, user: ListedUser) => void;
}

/** The row menu. */
export function PersonMenu({ user, onStart }: PersonMenuProps) {
  const t = useTranslations("people");
  const common = useTranslations("common");
  const entries = usePersonEntries(user, (action) => onStart(action, user));
  const canManagePeople = useCanManagePeople();
  return (
    <Menu
      align="end"
      trigger={<IconButton icon={Ellipsis} size="small" label={common("rowMenu", { name: nameOf(user) })} />}
      items={[
        {
          key: "open",
          label: t("menu.open"),
          link: <Link to="/users/$userId" params={{ userId: user.id }} />,
        },
        ...(canManagePeople
          ? [
              {
                key: "security",
                label: t("page.security"),
                link: <Link to="/users/$userId" params={{ userId: user.id }} search={{ tab: "security" }} />,
              },
            ]
          : []),
        ...entries,
      ]}
    />
  );
}
