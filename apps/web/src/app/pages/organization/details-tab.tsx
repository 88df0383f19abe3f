import type { Organization } from "@praxisportal/contract/organizations/organizations.schema";
import { Link } from "@tanstack/react-router";
import Pencil from "lucide-react/icons/pencil";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { detailSections, settingSections } from "../../../features/organizations/fields/field-plan.ts";
import { FieldsView } from "../../../features/organizations/fields/fields-view.tsx";
import { OrganizationState } from "../../../features/organizations/organization-status-badge.tsx";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { lazyCard } from "../../../platform/loading/lazy-card.tsx";
import { lazyPart, preloads } from "../../../platform/loading/lazy-part.tsx";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { linkClass } from "../../../ui/button/link-style.ts";
import { useIsPlatform } from "../../shell/user/use-principal.ts";
import { CopyValue } from "./copy-value.tsx";
import { LoadedOrganization } from "./loaded-organization.tsx";
import { PlanAndLimits } from "./plan-and-limits.tsx";
import { useCanManageOrganization } from "./use-can-manage.ts";

// The form is downloaded on the first edit, because most users only read.
const FieldsForm = lazyPart(
  async () => (await import("../../../features/organizations/fields/fields-form.tsx")).FieldsForm,
);
const LogoCard = lazyCard(
  async () => (await import("../../../features/organizations/logo/logo-card.tsx")).LogoCard,
  "organization-logo",
);
const DangerZone = lazyCard(async () => (await import("./danger-zone.tsx")).DangerZone);

interface TabProps {
  organizationId: string;
}

/** Links for fields that are displayed here but edited by the platform or in the settings. */
const externalLinks = [
  { key: "region", fields: ["timezone", "language", "currency"] },
  { key: "technicalContact", fields: settingSections.general[3]?.fields ?? [] },
  { key: "adminContact", fields: settingSections.general[4]?.fields ?? [] },
  ...settingSections.billing,
] as const;

function Summary({ organization }: { organization: Organization }) {
  const t = useTranslations("organization");
  const format = useFormat();
  const rows = [
    [t("status"), <OrganizationState key="state" organization={organization} />],
    [t("code"), <CopyValue key="code" name={t("code")} value={organization.practiceCode} />],
    [t("people"), format.number(organization.metadata.totalUsers)],
    [t("departments"), format.number(organization.departmentCount)],
    [t("createdAt"), format.date(organization.createdAt)],
  ] as const;
  return (
    <Card title={t("summary")} description={t("codeHint")}>
      <dl className="grid grid-cols-2 min-[23rem]:grid-cols-[minmax(min-content,1fr)_minmax(0,1fr)] gap-x-4 sm:gap-x-6 gap-y-4 text-body sm:grid-cols-3 lg:grid-cols-5">
        {rows.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-small text-text-3">{name}</dt>
            <dd className="mt-0.5 wrap-break-word text-text">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Details({ organization }: { organization: Organization }) {
  const t = useTranslations("organization");
  const canManage = useCanManageOrganization();
  const isPlatform = useIsPlatform();
  const [editing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  // The focused field no longer exists, so the focus returns to the edit button.
  useEffect(() => {
    if (wasEditing.current && !editing) edit.current?.focus();
    wasEditing.current = editing;
  }, [editing]);
  const isEdited = editing && canManage;
  return (
    <div className="grid gap-4">
      <Summary organization={organization} />
      {canManage && <PlanAndLimits organization={organization} />}
      <Card
        title={t("details")}
        aside={
          canManage &&
          !isEdited && (
            <WriteButton
              ref={edit}
              size="small"
              icon={Pencil}
              {...preloads(FieldsForm)}
              onClick={() => setEditing(true)}
            >
              {t("edit")}
            </WriteButton>
          )
        }
      >
        {isEdited ? (
          <FieldsForm
            organization={organization}
            sections={detailSections(isPlatform)}
            onDone={() => setEditing(false)}
          />
        ) : (
          <FieldsView organization={organization} sections={detailSections(true)} />
        )}
      </Card>
      {(canManage || organization.logo !== null) && (
        <LogoCard organization={organization} canChange={canManage} />
      )}
      <Card
        title={t("more")}
        aside={
          canManage && (
            <Link to="/organization" search={{ tab: "settings" }} className={linkClass}>
              {t("toSettings")}
            </Link>
          )
        }
      >
        <FieldsView paired organization={organization} sections={externalLinks} />
      </Card>
      {canManage && <DangerZone organization={organization} />}
    </div>
  );
}

/** Master data, contact details and code of the organization, edited in place. */
export function DetailsTab({ organizationId }: TabProps) {
  return (
    <LoadedOrganization organizationId={organizationId}>
      {(organization) => <Details organization={organization} />}
    </LoadedOrganization>
  );
}
