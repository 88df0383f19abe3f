import { useTranslations } from "use-intl";
import { PersonCard } from "../../../features/settings/person-card.tsx";
import { EmailCard } from "../../../features/users/email/email-card.tsx";
import { OfflineWritable } from "../../../platform/forms/write-block.tsx";
import { initialsOf, nameOf } from "../../../entities/person/person-name.ts";
import { useSession } from "../../../platform/session/session.store.ts";
import { Avatar } from "../../../ui/label/avatar.tsx";
import { Dotted } from "../../../ui/label/dotted.tsx";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { UnknownDetails } from "./unknown-details.tsx";
import { OwnActivityCard, ownActivityQuery } from "./own-activity-card.tsx";
import { PlatformRightsCard } from "./platform-rights-card.tsx";
import { AccessCards, CredentialCards } from "./profile-security.tsx";
import { useRefreshPerson } from "./use-refreshed-person.ts";
import { queryClient } from "../../providers/query-client.ts";
import type { StartPlatformData } from "../../router/page-loader.ts";

export const startSuperadminProfileData: StartPlatformData = () =>
  void queryClient.prefetchQuery(ownActivityQuery);

/** /admin/superadmin-profile: details, permissions, credentials and activity of a platform user. */
export function SuperadminProfilePage() {
  const frame = useTranslations("frame");
  const roles = useTranslations("roles");
  const user = useSession((session) => session.user);
  const isUnconfirmed = useSession((session) => session.isUnconfirmed);
  useRefreshPerson();
  if (user === null) return null;
  return (
    <>
      <PageHeader
        title={frame("titles.superadminProfile")}
        subtitle={<Dotted details={[nameOf(user), roles(user.role.type)]} />}
        media={<Avatar id={user.id} initials={initialsOf(user)} size={56} />}
      />
      <div className="mt-6 grid gap-4">
        <PlatformRightsCard />
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <div className="grid min-w-0 gap-4">
            {isUnconfirmed ? (
              <UnknownDetails />
            ) : (
              <>
                <OfflineWritable>
                  <PersonCard key={user.id} user={user} />
                </OfflineWritable>
                <EmailCard user={user} />
              </>
            )}
          </div>
          <div className="grid min-w-0 gap-4">
            <CredentialCards />
          </div>
        </div>
        {/* Long lists have the full width. Beside them, the other column would be empty. */}
        <AccessCards />
        <OwnActivityCard />
      </div>
    </>
  );
}
