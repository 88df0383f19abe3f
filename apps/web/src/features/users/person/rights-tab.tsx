import {
  explainPermissions,
  type ExplainedPermission,
  hasPermission,
  canGrant,
  permissionAreas,
  type PermissionArea,
} from "@praxisportal/contract/permissions";
import { compareLevels, grantFor, levelsOf, meaningOf, rightsAreas } from "@praxisportal/contract/rights";
import { levelWord } from "@praxisportal/contract/rights-words";
import { canAdminister } from "@praxisportal/contract/users/users.rules";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useUnsavedInput } from "../../../platform/forms/unsaved-input.ts";
import { useAppMutation } from "../../../platform/forms/use-app-mutation.ts";
import { useSession } from "../../../platform/session/session.store.ts";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { linkClass } from "../../../ui/button/link-style.ts";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import type people from "../people.de.json";
import { changeRole, type User } from "../people.api.ts";
import { nameOf } from "../../../entities/person/person-name.ts";
import { useActor } from "../edit/use-actor.ts";
import { GivesNoRights } from "../rights/gives-no-rights.tsx";
import { LevelList } from "../rights/level-list.tsx";
import { TechnicalRights } from "../rights/technical-rights.tsx";
import { useReportChange } from "../use-report-change.ts";
import { Dotted } from "../../../ui/label/dotted.tsx";

type ActionWord = keyof (typeof people)["actions"];

/** Splits a permission into its area and action: `users:*` is the area `users` with the action "all". */
function parsePermission(permission: string): { area: PermissionArea; action: ActionWord } {
  const [area, action] = permission.split(":") as [PermissionArea, string];
  return { area, action: action === "*" ? "all" : (action as ActionWord) };
}

const areaOf = (permission: string) => parsePermission(permission).area;

/** Shows the technical name, as in the audit log and other applications. */
function TechnicalName({ permission }: { permission: string }) {
  return <span className="font-mono text-small text-text-3">{permission}</span>;
}

function SourceOf({ explained }: { explained: ExplainedPermission }) {
  const t = useTranslations("people");
  const labels = explained.sources.map((source) =>
    source === "closure"
      ? t("rights.closure", {
          via: explained.via
            .map((permission) => t(`actions.${parsePermission(permission).action}`))
            .join(", "),
        })
      : t(`rights.${source}`),
  );
  return <Dotted details={labels} />;
}

function Area({ area, permissions }: { area: PermissionArea; permissions: readonly ExplainedPermission[] }) {
  const t = useTranslations("people");
  return (
    <section className="border-t border-line py-3 first:border-t-0 first:pt-0">
      <h3 className="text-dense font-strong text-text">{t(`areas.${area}`)}</h3>
      <ul className="mt-1 grid gap-1">
        {permissions.map((explained) => (
          <li
            key={explained.permission}
            className="grid items-baseline gap-x-4 text-dense sm:grid-cols-[8rem_1fr_12rem]"
          >
            <span className="text-text">{t(`actions.${parsePermission(explained.permission).action}`)}</span>
            <span className="text-text-2">
              <SourceOf explained={explained} />
            </span>
            <TechnicalName permission={explained.permission} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Additional permissions that can be granted manually. Only permissions that the signed-in user has are offered. */
const manualPermissions = rightsAreas.flatMap((area) =>
  (["view", "change"] as const).flatMap((level) => grantFor(area, level) ?? []),
);

/** Returns a key that is equal for permissions with the same meaning. These are offered as one choice. */
const meaningKey = (permission: string) =>
  meaningOf(permission)
    .map(({ area, level }) => `${area}.${level}`)
    .join();

function ExtraPermissions({ user, organizationId }: { user: User; organizationId: string }) {
  const t = useTranslations("people");
  const common = useTranslations("common");
  const report = useReportChange(organizationId);
  const actor = useActor();
  const [granted, setGranted] = useState<readonly string[]>(user.grantedPermissions);
  const rights = useTranslations("rights");
  const grantable = [...new Set([...user.grantedPermissions, ...manualPermissions])].filter(
    (permission) => user.grantedPermissions.includes(permission) || canGrant(actor, [permission]),
  );
  const byRole = levelsOf(user.role.type, []);
  const addsToRole = (permission: string) =>
    compareLevels(byRole, levelsOf(user.role.type, [permission])).gained.length > 0;
  const choices = grantable.filter(
    (permission, index) =>
      (user.grantedPermissions.includes(permission) || addsToRole(permission)) &&
      grantable.findIndex((other) => meaningKey(other) === meaningKey(permission)) === index,
  );
  const labelOf = (permission: string) =>
    meaningOf(permission).map(({ area, level }) =>
      t("rights.choice", {
        area: rights(`areas.${area}`),
        action: rights(`levels.${levelWord(area, level)}`),
      }),
    );
  const isSameRight = (permission: string) => (other: string) => meaningKey(other) === meaningKey(permission);
  const isSame = granted.toSorted().join(" ") === user.grantedPermissions.toSorted().join(" ");

  const { run, busy, failure } = useAppMutation({
    mutate: () => changeRole(user.id, { type: user.role.type, permissions: [...granted] }, user.version),
    onSuccess: () => report(t("success.saved", { name: nameOf(user) }), user.id),
  });
  useUnsavedInput(!isSame && !busy);

  return (
    <Card title={t("rights.extra")} description={t("rights.extraText")}>
      <div className="grid gap-4">
        {failure !== null && (
          <ErrorBox persistent title={t("error.update")}>
            {failure}
          </ErrorBox>
        )}
        <fieldset className="grid gap-2">
          <legend className="sr-only">{t("rights.extra")}</legend>
          {choices.map((permission) => (
            <Checkbox
              key={permission}
              label={<Dotted details={labelOf(permission)} />}
              checked={granted.some(isSameRight(permission))}
              onChange={(checked) =>
                setGranted(
                  checked
                    ? [...granted, permission]
                    : granted.filter((grant) => !isSameRight(permission)(grant)),
                )
              }
            />
          ))}
        </fieldset>
        <div>
          <WriteButton
            variant="primary"
            busy={busy}
            busyLabel={common("saving")}
            disabled={isSame}
            onClick={() => void run()}
          >
            {t("rights.save")}
          </WriteButton>
        </div>
      </div>
    </Card>
  );
}

interface RightsTabProps {
  user: User;
  organizationId: string;
  /** The page to which this page links back. The link to the page of all permissions passes it on. */
  from: "reviews" | undefined;
}

/** Shows a person's permissions with their sources, and grants in addition to the role. */
export function RightsTab({ user, organizationId, from }: RightsTabProps) {
  const t = useTranslations("people");
  const roles = useTranslations("roles");
  const organization = useSession((session) => session.organization?.name ?? "");
  const ownId = useSession((session) => session.user?.id);
  const actor = useActor();
  const explained = explainPermissions(user.role.type, user.grantedPermissions);
  const areas = permissionAreas
    .map((area) => ({ area, permissions: explained.filter(({ permission }) => areaOf(permission) === area) }))
    .filter(({ permissions }) => permissions.length > 0);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[3fr_2fr]">
      <Card
        title={`${roles(user.role.type)} – ${t("rights.title")}`}
        description={t("rights.text", { organization })}
        aside={
          hasPermission(actor, "users:write") && (
            <Link
              to="/users/$userId/permissions"
              params={{ userId: user.id }}
              search={from === undefined ? {} : { from }}
              className={linkClass}
            >
              {t("rights.all")}
            </Link>
          )
        }
      >
        <LevelList role={user.role.type} granted={user.grantedPermissions} />
        <GivesNoRights role={user.role.type} jobTitle={user.organizationData.jobTitle} />
        {areas.length > 0 && (
          <TechnicalRights>
            {areas.map(({ area, permissions }) => (
              <Area key={area} area={area} permissions={permissions} />
            ))}
          </TechnicalRights>
        )}
      </Card>
      {user.id !== ownId && canAdminister(actor, user.role.type) && (
        <ExtraPermissions user={user} organizationId={organizationId} />
      )}
    </div>
  );
}
