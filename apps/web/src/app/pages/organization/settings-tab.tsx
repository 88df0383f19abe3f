import { Link, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import {
  settingGroups,
  settingSections,
  type SettingGroup,
} from "../../../features/organizations/fields/field-plan.ts";
import { FieldsForm } from "../../../features/organizations/fields/fields-form.tsx";
import { FieldsView } from "../../../features/organizations/fields/fields-view.tsx";
import { lazyCard } from "../../../platform/loading/lazy-card.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { useCurrentInView } from "../../../ui/layout/use-current-in-view.ts";
import { cx } from "../../../ui/cx.ts";
import { useIsPlatform } from "../../shell/user/use-principal.ts";
import { LoadedOrganization } from "./loaded-organization.tsx";
import { useCanManageOrganization } from "./use-can-manage.ts";

const ExportCard = lazyCard(
  async () => (await import("../../../features/tenant-export/export-card.tsx")).ExportCard,
  "tenant-export",
);
const CloudSyncCard = lazyCard(
  async () => (await import("../../../features/cloud-sync/cloud-sync-card.tsx")).CloudSyncCard,
  "cloud-sync",
);
const ContractEndCard = lazyCard(
  async () => (await import("../../../features/organizations/erasure/contract-end-card.tsx")).ContractEndCard,
  "erasure",
);

/** Groups of settings. Export and backup of all data are groups without fields. */
type Group = SettingGroup | "export";

interface GroupsProps {
  current: Group;
  /** True if the user manages the organization, and therefore may export and back up its data. */
  canManage: boolean;
}

function Groups({ current, canManage }: GroupsProps) {
  const t = useTranslations("organization");
  const availableGroups: readonly Group[] = canManage ? [...settingGroups, "export"] : settingGroups;
  const row = useCurrentInView<HTMLElement>(current);
  return (
    <nav
      ref={row}
      aria-label={t("groups")}
      className="faded-edges relative flex gap-1 max-md:-mx-4 max-md:overflow-x-auto max-md:overscroll-x-contain max-md:px-4 max-md:[scrollbar-width:none] md:flex-wrap lg:flex-col"
    >
      {availableGroups.map((group) => (
        <Link
          key={group}
          to="/organization"
          search={{ tab: "settings", ...(group === "general" ? {} : { group }) }}
          activeOptions={{ exact: true }}
          aria-current={group === current ? "page" : undefined}
          className={cx(
            "focus-inset inline-flex min-h-11 shrink-0 items-center rounded-r-2 px-3 text-body md:min-h-9",
            group === current
              ? "bg-accent-soft font-strong text-accent-text"
              : "font-nav text-text-2 hover:bg-surface-3 hover:text-text",
          )}
        >
          {group === "export" ? t("settingsExport") : t(`group.${group}.name`)}
        </Link>
      ))}
    </nav>
  );
}

function SettingsLayout({ children, ...groups }: GroupsProps & { children: ReactNode }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[12rem_minmax(0,49rem)]">
      <Groups {...groups} />
      {children}
    </div>
  );
}

interface SettingsTabProps {
  organizationId: string;
}

/** Settings of the organization in six groups, each saved separately, and export and backup of its data. */
export function SettingsTab({ organizationId }: SettingsTabProps) {
  const t = useTranslations("organization");
  const { group: requestedGroup } = useSearch({ from: "/signed-in/organization" });
  const canManage = useCanManageOrganization();
  const isOperator = useIsPlatform();
  if (requestedGroup === "export" && canManage)
    return (
      <SettingsLayout current="export" canManage>
        <div className="grid gap-4">
          <ExportCard organizationId={organizationId} />
          <CloudSyncCard organizationId={organizationId} canCreateKey />
          <ContractEndCard organizationId={organizationId} isOperator={isOperator} />
        </div>
      </SettingsLayout>
    );
  const group = settingGroups.find((candidate) => candidate === requestedGroup) ?? "general";
  return (
    <SettingsLayout current={group} canManage={canManage}>
      <LoadedOrganization organizationId={organizationId}>
        {(organization) => (
          <Card title={t(`group.${group}.name`)} description={t(`group.${group}.text`)}>
            {canManage ? (
              <FieldsForm key={group} organization={organization} sections={settingSections[group]} />
            ) : (
              <>
                <p className="mb-4 text-dense text-text-2">{t("readOnly")}</p>
                <FieldsView organization={organization} sections={settingSections[group]} />
              </>
            )}
          </Card>
        )}
      </LoadedOrganization>
    </SettingsLayout>
  );
}
