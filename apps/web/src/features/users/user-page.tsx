import { mayAdminister } from "@praxisportal/contract/users/users.rules";
import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense } from "react";
import { Link } from "@tanstack/react-router";
import ArrowLeft from "lucide-react/icons/arrow-left";
import ChevronDown from "lucide-react/icons/chevron-down";
import Pencil from "lucide-react/icons/pencil";
import { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { ensureMessages } from "../../platform/i18n/store.ts";
import { useMay } from "../../platform/session/session-access.ts";
import { useSession } from "../../platform/session/session.store.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { linkClass } from "../../ui/link-style.ts";
import { Menu } from "../../ui/menu.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { Skeleton, SkeletonGroup } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { userQuery, type User } from "./people.api.ts";
import { type PersonActions, usePersonActions } from "./person-actions.tsx";
import type { Tell } from "./person-ref.ts";
import { usePersonEntries } from "./person-menu.tsx";
import { initialsOf, nameOf } from "./person-name.ts";
import { PersonTab } from "./person-tab.tsx";
import { RightsTab } from "./rights-tab.tsx";
import { useActor, useLooksAfterPeople } from "./role-field.tsx";
import { UserStatus } from "./user-status.tsx";

export type UserTab = "person" | "staff" | "rights" | "security" | "ai" | "history" | "audit";

export interface UserPageProps {
  organizationId: string;
  userId: string;
  tab: UserTab;
  tell: Tell;
  /** The person's audit entries; null without the permission. */
  audit: ReactNode;
  /** The person's AI usage; null without the permission. */
  usage: ((name: string) => ReactNode) | null;
}

// Lazy: most visits are for other tabs.
const SecurityTab = lazy(async () => {
  const [{ SecurityTab: Tab }] = await Promise.all([
    import("./security/security-tab.tsx"),
    ensureMessages("person-security"),
  ]);
  return { default: Tab };
});

const StaffTab = lazy(async () => {
  const [{ StaffTab: Tab }] = await Promise.all([import("./staff/staff-tab.tsx"), ensureMessages("staff")]);
  return { default: Tab };
});

const HistoryTab = lazy(async () => {
  const [{ HistoryTab: Tab }] = await Promise.all([import("./history-tab.tsx"), ensureMessages("transfer")]);
  return { default: Tab };
});

function BackLink() {
  const t = useTranslations("people");
  return (
    <Link to="/users" className={`${linkClass} mb-3 inline-flex items-center gap-1.5 text-dense`}>
      <ArrowLeft size={16} strokeWidth={2} aria-hidden />
      {t("page.back")}
    </Link>
  );
}

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
      <Skeleton className="mt-6 h-64 w-full" />
    </SkeletonGroup>
  );
}

function TabLoading() {
  const t = useTranslations("people");
  return (
    <SkeletonGroup label={t("page.loading")}>
      <Skeleton className="h-72 w-full" />
    </SkeletonGroup>
  );
}

function Head({ user, actions }: { user: User; actions: PersonActions }) {
  const t = useTranslations("people");
  const roles = useTranslations("roles");
  const entries = usePersonEntries(user, (action) => actions.start(action, user));
  const [edit, ...others] = entries;
  const department = user.organizationData.department;
  return (
    <>
      <PageHead
        title={nameOf(user)}
        fact={[roles(user.role.type), department].filter((word) => word !== null).join(" · ")}
        media={<Avatar id={user.id} initials={initialsOf(user)} size={56} />}
        badges={<UserStatus user={user} />}
        actions={
          <>
            <Button
              kind="primary"
              icon={Pencil}
              disabled={edit?.disabledReason !== undefined}
              disabledReason={edit?.disabledReason}
              onClick={() => actions.start("edit", user)}
            >
              {t("menu.edit")}
            </Button>
            <Menu align="end" trigger={<Button icon={ChevronDown}>{t("page.more")}</Button>} items={others} />
          </>
        }
      />
      {actions.dialogs}
    </>
  );
}

/** The page of one person of the practice. */
export function UserPage({ organizationId, userId, tab, tell, audit, usage }: UserPageProps) {
  const t = useTranslations("people");
  const common = useTranslations("common");
  const query = useQuery(userQuery(organizationId, userId));
  const actions = usePersonActions(organizationId, tell);
  const looksAfter = useLooksAfterPeople();
  const actor = useActor();
  const mayWrite = useMay("users:write");
  const ownId = useSession((session) => session.user?.id);
  const user = query.data;
  const isGone = isApiError(query.error, "NOT_FOUND");
  if (user === undefined || isGone) {
    return (
      <>
        <BackLink />
        {isGone && (
          <>
            <PageHead title={t("page.notFound")} fact={t("page.notFoundText")} />
            {looksAfter && (
              <div className="mt-4">
                <Suspense fallback={null}>
                  <HistoryTab organizationId={organizationId} userId={userId} mayMove={false} tell={tell} />
                </Suspense>
              </div>
            )}
          </>
        )}
        {query.isError && !isGone && (
          <>
            <PageHead title={t("page.person")} />
            <ErrorState
              title={t("error.load")}
              text={common("error.load")}
              onRetry={() => void query.refetch()}
              retryLabel={common("retry")}
              retrying={query.isFetching}
            />
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
  // A tab opened by URL without permission stays listed and shows the reason.
  const tabs: readonly UserTab[] = [
    "person",
    ...(mayWrite || tab === "staff" ? (["staff"] as const) : []),
    "rights",
    ...(looksAfter || tab === "security" ? (["security"] as const) : []),
    ...(usage !== null ? (["ai"] as const) : []),
    "history",
    ...(audit !== null ? (["audit"] as const) : []),
  ];
  return (
    <>
      <BackLink />
      <Head user={user} actions={actions} />
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
              search={key === "person" ? {} : { tab: key }}
              activeOptions={{ exact: true }}
              {...props}
            />
          ),
        }))}
      />
      <div className="mt-4">
        {tab === "person" && <PersonTab user={user} />}
        {tab === "staff" && (
          <Suspense fallback={<TabLoading />}>
            <StaffTab
              organizationId={organizationId}
              user={user}
              mayAct={user.id !== ownId && mayAdminister(actor, user.role.type)}
              tell={tell}
              onPlan={() => actions.start("leave", user)}
            />
          </Suspense>
        )}
        {tab === "rights" && (
          <RightsTab key={user.version} user={user} tell={tell} organizationId={organizationId} />
        )}
        {tab === "ai" && usage?.(nameOf(user))}
        {tab === "audit" && audit}
        {tab === "history" && (
          <Suspense fallback={<TabLoading />}>
            <HistoryTab
              organizationId={organizationId}
              userId={userId}
              user={user}
              mayMove={looksAfter && user.id !== ownId && mayAdminister(actor, user.role.type)}
              tell={tell}
            />
          </Suspense>
        )}
        {tab === "security" && (
          <Suspense fallback={<TabLoading />}>
            <SecurityTab
              organizationId={organizationId}
              userId={userId}
              onStart={(action) => actions.start(action, user)}
            />
          </Suspense>
        )}
      </div>
    </>
  );
}
