import { rightsAreas } from "@praxisportal/contract/rights";
import { canonicalRole, type Role } from "@praxisportal/contract/roles";
import { canAdminister } from "@praxisportal/contract/users/users.rules";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import ArrowLeft from "lucide-react/icons/arrow-left";
import ShieldAlert from "lucide-react/icons/shield-alert";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { userQuery } from "../../../entities/person/person.api.ts";
import { isApiError } from "../../../platform/api-client/api-error.ts";
import { useUnsavedInput } from "../../../platform/forms/unsaved-input.ts";
import { useAppMutation } from "../../../platform/forms/use-app-mutation.ts";
import { useSession } from "../../../platform/session/session.store.ts";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { linkClass } from "../../../ui/button/link-style.ts";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { NotFound } from "../../../ui/feedback/not-found.tsx";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { SkeletonCard } from "../../../ui/feedback/skeleton-card.tsx";
import { SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";
import { changeRole, type User } from "../people.api.ts";
import { nameOf } from "../../../entities/person/person-name.ts";
import { offeredAreas } from "./person-permissions.ts";
import { PermissionArea } from "./permission-area.tsx";
import { ChangeCount, GainsAndLosses } from "../rights/level-changes.tsx";
import { TechnicalRights } from "../rights/technical-rights.tsx";
import { AreaLevel } from "./area-level.tsx";
import { GivesNoRights } from "../rights/gives-no-rights.tsx";
import { RoleField } from "../edit/role-field.tsx";
import { BackLink } from "../person/back-link.tsx";
import type { UserPageProps } from "../person/user-page.tsx";
import { useActor } from "../edit/use-actor.ts";
import { useReportChange } from "../use-report-change.ts";
import { bottomBar } from "../../../ui/overlay/bottom-bars.ts";

export interface PermissionsPageProps {
  organizationId: string;
  userId: string;
  /** The page to which the person's page links back. The link to the person's page passes it on. */
  from: UserPageProps["from"];
}

/** Shows a person's permissions with their sources. Changed grants are previewed before saving. */
export function PermissionsPage({ organizationId, userId, from }: PermissionsPageProps) {
  const t = useTranslations("person-permissions");
  const people = useTranslations("people");
  const frame = useTranslations("frame");
  const query = useQuery(userQuery(organizationId, userId));
  const user = query.data;
  if (isApiError(query.error, "NOT_FOUND")) {
    return (
      <>
        <BackLink organizationId={organizationId} from={from} />
        <NotFound title={people("page.notFound")} text={people("page.notFoundText")} />
      </>
    );
  }
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-x-5 gap-y-1 print:hidden">
        {from === "reviews" && (
          <Link to="/reviews" className={`${linkClass} inline-flex items-center gap-1.5 text-dense`}>
            <ArrowLeft size={16} strokeWidth={2} aria-hidden />
            {frame("titles.reviews")}
          </Link>
        )}
        <Link
          to="/users/$userId"
          params={{ userId }}
          search={{ tab: "rights", ...(from !== undefined && { from }) }}
          className={`${linkClass} inline-flex items-center gap-1.5 text-dense`}
        >
          {from === undefined && <ArrowLeft size={16} strokeWidth={2} aria-hidden />}
          {t("back")}
        </Link>
      </div>
      <PageHeader
        title={user === undefined ? t("page") : t("title", { name: nameOf(user) })}
        subtitle={t("text")}
      />
      <div className="mt-4">
        {user === undefined ? (
          <QueryFallback query={query} failedTitle={people("error.load")}>
            <SkeletonGroup label={people("page.loading")}>
              <SkeletonCard rows={6} />
            </SkeletonGroup>
          </QueryFallback>
        ) : (
          <Editor key={user.version} organizationId={organizationId} user={user} />
        )}
      </div>
    </>
  );
}

function Editor({ organizationId, user }: { organizationId: string; user: User }) {
  const t = useTranslations("person-permissions");
  const people = useTranslations("people");
  const common = useTranslations("common");
  const report = useReportChange(organizationId);
  const actor = useActor();
  const ownId = useSession((session) => session.user?.id);
  const [role, setRole] = useState<Role>(canonicalRole(user.role.type) ?? "viewer");
  const [granted, setGranted] = useState<readonly string[]>(user.grantedPermissions);
  const canChange = user.id !== ownId && canAdminister(actor, user.role.type);
  const areas = offeredAreas(actor, role, granted, user.grantedPermissions);
  const isSame =
    role === user.role.type && granted.toSorted().join(" ") === user.grantedPermissions.toSorted().join(" ");

  const { run, busy, failure } = useAppMutation({
    mutate: () => changeRole(user.id, { type: role, permissions: [...granted] }, user.version),
    onSuccess: () => report(people("success.saved", { name: nameOf(user) }), user.id),
  });
  useUnsavedInput(!isSame && !busy);

  const before = { role: user.role.type, granted: user.grantedPermissions };
  const after = { role, granted };
  const problem =
    failure === null ? null : (
      <ErrorBox persistent title={people("error.update")}>
        {failure}
      </ErrorBox>
    );
  /** Returns the buttons. Without `busyLabel`, a button is not wider than its label. */
  const buttonsWith = (save: string, busyLabel?: string) => (
    <>
      <WriteButton
        variant="primary"
        busy={busy}
        busyLabel={busyLabel}
        disabled={isSame}
        onClick={() => void run()}
      >
        {save}
      </WriteButton>
      <WriteButton
        disabled={isSame || busy}
        onClick={() => {
          setRole(canonicalRole(user.role.type) ?? "viewer");
          setGranted(user.grantedPermissions);
        }}
      >
        {t("reset")}
      </WriteButton>
    </>
  );

  return (
    <div className="grid items-start gap-4 lg:grid-cols-[1fr_20rem] lg:grid-rows-[auto_1fr]">
      <div className="lg:col-start-2">
        <Card title={people("field.role")}>
          {canChange ? (
            <RoleField label={people("field.role")} value={role} onChange={setRole} />
          ) : (
            <p className="text-body text-text">{t("fixedRole")}</p>
          )}
          <GivesNoRights role={role} jobTitle={user.organizationData.jobTitle} />
        </Card>
      </div>
      <div className="grid gap-4 lg:col-start-1 lg:row-span-2 lg:row-start-1">
        {!canChange && (
          <Card>
            <EmptyState
              icon={ShieldAlert}
              title={t("readOnly")}
              text={people(user.id === ownId ? "menu.self" : "menu.higher")}
            />
          </Card>
        )}
        <Card title={t("areas")} description={t("areasText")}>
          {rightsAreas.map((area) => (
            <AreaLevel
              key={area}
              area={area}
              role={role}
              granted={granted}
              currentGrants={user.grantedPermissions}
              actor={actor}
              disabled={!canChange}
              onChange={setGranted}
            />
          ))}
          <TechnicalRights>
            {areas.map((area) => (
              <PermissionArea
                key={area.area}
                {...area}
                disabled={!canChange}
                onChange={(permission, checked) =>
                  setGranted(
                    checked ? [...granted, permission] : granted.filter((grant) => grant !== permission),
                  )
                }
              />
            ))}
          </TechnicalRights>
        </Card>
      </div>
      <div className="lg:sticky lg:top-[calc(var(--table-top,0px)+1rem)] lg:col-start-2">
        <Card title={t("preview")} description={t("previewText")}>
          <GainsAndLosses before={before} after={after} />
          {problem !== null && <div className="mt-3 max-lg:hidden">{problem}</div>}
          {canChange && (
            <div className="button-row mt-4 flex flex-wrap gap-2 max-lg:hidden">
              {buttonsWith(people("rights.save"), common("saving"))}
            </div>
          )}
        </Card>
      </div>
      {canChange && !isSame && (
        // The list is longer than the window, so the number of changes and the buttons stay in view.
        <div
          ref={bottomBar}
          data-bottom-bar=""
          className="sticky bottom-0 z-20 grid gap-2 rounded-r-3 border border-line-strong bg-overlay px-4 py-3 shadow-sh-2 lg:hidden print:hidden"
        >
          <p role="status" className="text-dense font-strong text-text">
            <ChangeCount before={before} after={after} />
          </p>
          {problem}
          <div className="button-row flex flex-wrap gap-2">{buttonsWith(common("save"))}</div>
        </div>
      )}
    </div>
  );
}
