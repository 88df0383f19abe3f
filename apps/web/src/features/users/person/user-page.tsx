import { canAdminister } from "@praxisportal/contract/users/users.rules";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "@tanstack/react-router";
import ChevronDown from "lucide-react/icons/chevron-down";
import LockOpen from "lucide-react/icons/lock-open";
import Pencil from "lucide-react/icons/pencil";
import { useTranslations } from "use-intl";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { userQuery } from "../../../entities/person/person.api.ts";
import { isApiError } from "../../../platform/api-client/api-error.ts";
import { lazyCard } from "../../../platform/loading/lazy-card.tsx";
import { createPart, withTexts } from "../../../platform/loading/lazy-part.tsx";
import { useHasPermission } from "../../../platform/session/session-access.ts";
import { useSession } from "../../../platform/session/session.store.ts";
import { Avatar } from "../../../ui/label/avatar.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { Menu } from "../../../ui/overlay/menu.tsx";
import { NotFound } from "../../../ui/feedback/not-found.tsx";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { SkeletonCard } from "../../../ui/feedback/skeleton-card.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";
import { Tabs } from "../../../ui/layout/tabs.tsx";
import { type User } from "../people.api.ts";
import { type LinkedDialog, useLinkedDialog } from "./use-linked-dialog.ts";
import { type PersonActions, usePersonActions } from "./person-actions.tsx";
import { usePersonEntries } from "./person-menu.tsx";
import { initialsOf, nameOf } from "../../../entities/person/person-name.ts";
import { BackLink } from "./back-link.tsx";
import { PersonTab } from "./person-tab.tsx";
import { useOffersUnlock } from "./use-offers-unlock.ts";
import { useActor, useCanManagePeople } from "../edit/use-actor.ts";
import { UserStatus } from "../list/user-status.tsx";
import { SecurityPending } from "../security/security-loading.tsx";
import { Dotted } from "../../../ui/label/dotted.tsx";

export type UserTab = "person" | "staff" | "rights" | "security" | "ai" | "history" | "audit";

export interface UserPageProps {
  organizationId: string;
  userId: string;
  tab: UserTab;
  /** The dialog that the link to this page opens. */
  dialog: LinkedDialog | undefined;
  /** The page that the link back leads to instead of the list of people. */
  from: "reviews" | undefined;
  /** The person's audit entries, or null without the permission. */
  audit: ReactNode;
  /** The person's AI usage, or null without the permission. */
  usage: ((name: string) => ReactNode) | null;
}

// Loaded on demand, because most visits are for other tabs.
const SecurityTab = createPart(
  withTexts(async () => (await import("../security/security-tab.tsx")).SecurityTab, "person-security"),
  SecurityPending,
  () => ({ isNeeded: true }),
);

const StaffTab = lazyCard(async () => (await import("../staff/staff-tab.tsx")).StaffTab, "staff");

const RightsTab = lazyCard(async () => (await import("./rights-tab.tsx")).RightsTab, "rights");
const HistoryTab = lazyCard(async () => (await import("./history-tab.tsx")).HistoryTab, "transfer", "rights");

function Loading() {
  const t = useTranslations("people");
  return (
    <SkeletonGroup label={t("page.loading")}>
      <div className="flex items-center gap-4">
        <Skeleton round className="size-14" />
        <span className="grid gap-2">
          <Skeleton className="h-6 w-56" />
          <Skeleton className="h-4 w-40" />
        </span>
      </div>
      <SkeletonCard rows={4} className="mt-6" />
    </SkeletonGroup>
  );
}

interface UserHeaderProps {
  organizationId: string;
  user: User;
  actions: PersonActions;
}

function UserHeader({ organizationId, user, actions }: UserHeaderProps) {
  const t = useTranslations("people");
  const roles = useTranslations("roles");
  const unlock = useOffersUnlock(organizationId, user);
  const entries = usePersonEntries(actions)(user);
  const [edit, ...others] = entries.filter(({ key }) => key !== "unlock" || unlock !== "refused");
  const canUnlock = unlock === "offered";
  const department = user.organizationData.department;
  return (
    <>
      <PageHeader
        title={nameOf(user)}
        subtitle={<Dotted details={[roles(user.role.type), department]} />}
        media={<Avatar id={user.id} initials={initialsOf(user)} size={56} />}
        badges={<UserStatus user={user} />}
        actions={
          <>
            {canUnlock && (
              <WriteButton variant="primary" icon={LockOpen} onClick={() => actions.start("unlock", user)}>
                {t("menu.unlock")}
              </WriteButton>
            )}
            <WriteButton
              variant={canUnlock ? "secondary" : "primary"}
              icon={Pencil}
              disabled={edit?.disabledReason !== undefined}
              disabledReason={edit?.disabledReason}
              onClick={() => actions.start("edit", user)}
            >
              {t("menu.edit")}
            </WriteButton>
            <Menu align="end" trigger={<Button icon={ChevronDown}>{t("page.more")}</Button>} items={others} />
          </>
        }
      />
      {actions.dialogs}
    </>
  );
}

/** The page of one person of the organization. */
export function UserPage({ organizationId, userId, tab, dialog, from, audit, usage }: UserPageProps) {
  const t = useTranslations("people");
  // If the loader of the route has just failed, show that failure instead of retrying.
  const query = useQuery({ ...userQuery(organizationId, userId), retryOnMount: false });
  const actions = usePersonActions(organizationId);
  const canManagePeople = useCanManagePeople();
  const actor = useActor();
  const canWrite = useHasPermission("users:write");
  const ownId = useSession((session) => session.user?.id);
  const user = query.data;
  useLinkedDialog(dialog, user, actions);
  const isNotFound = isApiError(query.error, "NOT_FOUND");
  if (user === undefined || isNotFound) {
    return (
      <>
        <BackLink organizationId={organizationId} from={from} />
        {isNotFound && (
          <>
            <NotFound title={t("page.notFound")} text={t("page.notFoundText")} />
            {canManagePeople && (
              <div className="mt-4">
                <HistoryTab organizationId={organizationId} userId={userId} canMove={false} />
              </div>
            )}
          </>
        )}
        {query.isError && !isNotFound && (
          <>
            <PageHeader title={t("page.person")} />
            <div className="mt-4">
              <QueryFallback query={query} failedTitle={t("error.load")} />
            </div>
          </>
        )}
        {query.isPending && (
          <>
            <h1 className="sr-only">{t("page.person")}</h1>
            <Loading />
          </>
        )}
      </>
    );
  }
  // A tab that was opened by URL without permission stays visible and shows the reason.
  const tabs: readonly UserTab[] = [
    "person",
    ...(canWrite || tab === "staff" ? (["staff"] as const) : []),
    "rights",
    ...(canManagePeople || tab === "security" ? (["security"] as const) : []),
    ...(usage !== null ? (["ai"] as const) : []),
    "history",
    ...(audit !== null ? (["audit"] as const) : []),
  ];
  return (
    <>
      <BackLink organizationId={organizationId} from={from} />
      <UserHeader organizationId={organizationId} user={user} actions={actions} />
      <Tabs
        className="mt-4"
        label={t("page.tabs")}
        items={tabs.map((key) => ({
          key,
          label: t(`page.${key}`),
          current: key === tab,
          link: (props) => (
            <Link
              to="/users/$userId"
              params={{ userId }}
              search={{ ...(key !== "person" && { tab: key }), ...(from !== undefined && { from }) }}
              activeOptions={{ exact: true }}
              {...props}
            />
          ),
        }))}
      />
      <div className="mt-4">
        {tab === "person" && <PersonTab user={user} />}
        {tab === "staff" && (
          <StaffTab
            organizationId={organizationId}
            user={user}
            canAct={user.id !== ownId && canAdminister(actor, user.role.type)}
            onPlan={() => actions.start("leave", user)}
          />
        )}
        {tab === "rights" && (
          <RightsTab key={user.version} user={user} organizationId={organizationId} from={from} />
        )}
        {tab === "ai" && usage?.(nameOf(user))}
        {tab === "audit" && audit}
        {tab === "history" && (
          <HistoryTab
            organizationId={organizationId}
            userId={userId}
            user={user}
            canMove={canManagePeople && user.id !== ownId && canAdminister(actor, user.role.type)}
          />
        )}
        {tab === "security" && (
          <SecurityTab
            organizationId={organizationId}
            userId={userId}
            onStart={(action) => actions.start(action, user)}
          />
        )}
      </div>
    </>
  );
}
