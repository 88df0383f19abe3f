import { Link, useSearch } from "@tanstack/react-router";

import { useTranslations } from "use-intl";
import { PersonCard } from "../../../features/settings/person-card.tsx";
import { EmailCard } from "../../../features/users/email/email-card.tsx";
import { OfflineWritable } from "../../../platform/forms/write-block.tsx";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { lazyCard } from "../../../platform/loading/lazy-card.tsx";
import { useHasPermission } from "../../../platform/session/session-access.ts";
import { useSession } from "../../../platform/session/session.store.ts";
import { buttonClass } from "../../../ui/button/button-style.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { Tabs } from "../../../ui/layout/tabs.tsx";
import { UnknownDetails } from "./unknown-details.tsx";
import { useRefreshPerson } from "./use-refreshed-person.ts";

const ProfileSecurity = lazyCard(async () => (await import("./profile-security.tsx")).ProfileSecurity);

function OrganizationCard() {
  const t = useTranslations("profile");
  const roles = useTranslations("roles");
  const format = useFormat();
  const user = useSession((session) => session.user);
  const organization = useSession((session) => session.organization?.name);
  if (user === null) return null;
  const rows: readonly (readonly [string, string])[] = [
    [t("role"), roles(user.role.type)],
    [t("department"), user.organizationData.department ?? t("none")],
    ...(user.joinedAt === null ? [] : [[t("joined"), format.date(user.joinedAt)] as const]),
    ...(user.lastLogin === null ? [] : [[t("lastLogin"), format.moment(user.lastLogin)] as const]),
    ...(user.validUntil === null ? [] : [[t("validUntil"), format.date(user.validUntil)] as const]),
  ];
  return (
    <Card title={organization ?? t(user.organizationId === null ? "platformTitle" : "organization")}>
      {user.organizationId === null ? (
        <div className="grid justify-items-start gap-4">
          <p className="text-body text-text-2">{t("noOrganization")}</p>
          {user.role.type === "super_admin" && (
            <Link to="/admin/superadmin-profile" className={buttonClass()}>
              {t("platform")}
            </Link>
          )}
        </div>
      ) : (
        <dl className="grid gap-x-4 gap-y-2 text-dense sm:grid-cols-[9rem_1fr]">
          {rows.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-text-3">{name}</dt>
              <dd className="text-text max-sm:-mt-2">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}

const OwnUsageCard = lazyCard(
  async () => (await import("../../../features/usage/person/own-usage-card.tsx")).OwnUsageCard,
  "usage",
  "quota",
);

/** The user's own details, e-mail address and organization. */
function PersonPart() {
  const t = useTranslations("profile");
  const user = useSession((session) => session.user);
  const isUnconfirmed = useSession((session) => session.isUnconfirmed);
  const organizationId = useSession((session) => session.organization?.id);
  const usesAi = useHasPermission("ai:use");
  return (
    <>
      {isUnconfirmed && <UnknownDetails />}
      {user !== null && !isUnconfirmed && (
        <>
          <OfflineWritable>
            <PersonCard key={user.id} user={user} />
          </OfflineWritable>
          <EmailCard user={user} />
        </>
      )}
      <OrganizationCard />
      <Card title={t("more")}>
        <Link to="/settings" className={buttonClass()}>
          {t("settings")}
        </Link>
      </Card>
      {usesAi && user !== null && organizationId !== undefined && (
        <OwnUsageCard organizationId={organizationId} userId={user.id} />
      )}
    </>
  );
}

/** /profile: the user's own details and sign-in security. */
export function ProfilePage() {
  const t = useTranslations("profile");
  const { tab } = useSearch({ from: "/signed-in/profile" });
  const isSecurity = tab === "security";
  const isOfPlatform = useSession((session) => session.user?.organizationId === null);

  useRefreshPerson();

  return (
    <div className="max-w-160">
      <PageHeader title={t("title")} subtitle={t(isOfPlatform ? "subtitlePlatform" : "subtitle")} />
      <Tabs
        className="mt-4"
        label={t("tabs")}
        items={[
          {
            key: "person",
            label: t("tabPerson"),
            current: !isSecurity,
            link: (props) => <Link to="/profile" search={{}} {...props} />,
          },
          {
            key: "security",
            label: t("tabSecurity"),
            current: isSecurity,
            link: (props) => <Link to="/profile" search={{ tab: "security" }} {...props} />,
          },
        ]}
      />
      <div className="mt-4 grid gap-4">{isSecurity ? <ProfileSecurity /> : <PersonPart />}</div>
    </div>
  );
}
