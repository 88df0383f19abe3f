import { membershipActionsFor } from "@praxisportal/contract/user-security/user-security.rules";
import { canAdminister, memberStateOf } from "@praxisportal/contract/users/users.rules";
import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { useSession } from "../../../platform/session/session.store.ts";
import { useWriteBlock } from "../../../platform/forms/write-block.tsx";
import type { MenuEntry } from "../../../ui/overlay/menu-props.ts";
import type { PersonAction, PersonActions } from "./person-actions.tsx";
import { useActor, useCanManagePeople } from "../edit/use-actor.ts";
import type { ListedUser } from "../users.api.ts";

type Subject = Pick<
  ListedUser,
  "id" | "personalInfo" | "status" | "email" | "emailVerified" | "lockStatus" | "blockedAt"
> & { role: { type: string; permissions: readonly string[] } };

/** Security actions in the row menu. The other actions are on the person's page. */
const quick = ["unlock", "resetConnections", "block", "unblock"] as const;

/** Returns the quick security actions that the signed-in user may perform on a person. */
function useQuickActions(): (user: Subject) => readonly (typeof quick)[number][] {
  const actor = useActor();
  const ownId = useSession((session) => session.user?.id);
  return (user) => {
    const allowedActions = membershipActionsFor(actor, user, user.id === ownId);
    return quick.filter((action) => allowedActions.includes(action));
  };
}

/** Returns whether a person's account is locked and the signed-in user may unlock it. */
export function useCanUnlock(): (user: Subject & Parameters<typeof memberStateOf>[0]) => boolean {
  const quickActionsOf = useQuickActions();
  return (user) => memberStateOf(user) === "locked" && quickActionsOf(user).includes("unlock");
}

/** Returns the menu entries for a person. Entries that are not allowed are disabled and show the reason. */
export function usePersonEntries({
  start,
  isResending,
}: Pick<PersonActions, "start" | "isResending">): (user: Subject) => readonly MenuEntry[] {
  const t = useTranslations("people");
  const actor = useActor();
  const ownId = useSession((session) => session.user?.id);
  const quickActionsOf = useQuickActions();
  const block = useWriteBlock();
  return (user) => {
    const ownReason =
      user.id === ownId
        ? t("menu.self")
        : canAdminister(actor, user.role.type)
          ? undefined
          : t("menu.higher");
    const reason = block ?? ownReason;
    const entry = (action: PersonAction, label: string, more: Partial<MenuEntry> = {}): MenuEntry => ({
      key: action,
      label,
      disabledReason: reason,
      onSelect: () => start(action, user),
      ...more,
    });
    const resendReason = reason ?? (isResending ? t("menu.resending") : undefined);
    const isPending = user.status === "pending";
    return [
      entry("edit", t("menu.edit")),
      entry("role", t("menu.role")),
      ...(user.emailVerified ? [] : [entry("resend", t("menu.resend"), { disabledReason: resendReason })]),
      ...quickActionsOf(user).map((action, index) =>
        entry(action, t(`menu.${action}`), {
          hasSeparator: index === 0,
          ...(action === "block" && { hint: t("menu.hint.block") }),
        }),
      ),
      ...(isPending
        ? []
        : user.status === "deactivated"
          ? [entry("activate", t("menu.activate"), { hasSeparator: true })]
          : [
              entry("deactivate", t("menu.deactivate"), {
                hasSeparator: true,
                hint: t("menu.hint.deactivate"),
              }),
              entry("leave", t("menu.leave"), { hint: t("menu.hint.leave") }),
            ]),
      isPending
        ? entry("revoke", t("menu.revoke"), { destructive: true, hasSeparator: true })
        : entry("remove", t("menu.remove"), { destructive: true, hint: t("menu.hint.remove") }),
      ...(isPending
        ? []
        : [entry("delete", t("menu.delete"), { destructive: true, hint: t("menu.hint.delete") })]),
    ];
  };
}

/** Returns the row menu of a person: their page and the actions on them. */
export function usePersonMenu(
  actions: Pick<PersonActions, "start" | "isResending">,
): (user: ListedUser) => readonly MenuEntry[] {
  const t = useTranslations("people");
  const entriesOf = usePersonEntries(actions);
  const canManagePeople = useCanManagePeople();
  return (user) => [
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
            hint: t("menu.hint.security"),
            link: <Link to="/users/$userId" params={{ userId: user.id }} search={{ tab: "security" }} />,
          },
        ]
      : []),
    ...entriesOf(user),
  ];
}
