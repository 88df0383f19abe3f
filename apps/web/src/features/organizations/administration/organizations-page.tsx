import { organizationStatuses } from "@praxisportal/contract/organizations/organization-state.rules";
import type { ListedOrganization } from "@praxisportal/contract/organizations/organizations.schema";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import Building2 from "lucide-react/icons/building-2";
import Plus from "lucide-react/icons/plus";
import { useTranslations } from "use-intl";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { organizationKeys } from "../../../entities/organization/organization-keys.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import type { ListColumn } from "../../../platform/list/list-column.ts";
import { ListPage } from "../../../platform/list/list-page.tsx";
import { serverPages } from "../../../platform/list/list-source.ts";
import { useListSearch } from "../../../platform/list/use-list-search.ts";
import { lazyDialog, preloads } from "../../../platform/loading/lazy-part.tsx";
import { useKeptState } from "../../../platform/session/page-state/kept-state.ts";
import { Button } from "../../../ui/button/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { Highlight } from "../../../ui/label/highlight.tsx";
import { nameLinkClass } from "../../../ui/button/link-style.ts";
import { Tabs } from "../../../ui/layout/tabs.tsx";
import { loadOrganizationPage, organizationPageQuery } from "../organizations.api.ts";
import type { OrganizationOption } from "../organization-list.tsx";
import { OrganizationState, useStateText } from "../organization-status-badge.tsx";
import { useOrganizationTypeLabels } from "../use-organization-types.ts";
import { organizationSearch } from "./organization-search.ts";
import { stepsFrom } from "./organization-steps.ts";
import type { ConfirmableOrganizationStep } from "./state-confirm-dialog.tsx";
import { type OnStep, useOrganizationMenu } from "./use-organization-menu.ts";

// Loaded on demand, because most visits change nothing.
const StateConfirmDialog = lazyDialog(
  async () => (await import("./state-confirm-dialog.tsx")).StateConfirmDialog,
  "organization-steps",
);
const DeleteOrganizationDialog = lazyDialog(
  async () => (await import("./delete-organization-dialog.tsx")).DeleteOrganizationDialog,
  "organization-steps",
);
const CreateDialog = lazyDialog(
  async () => (await import("./create-dialog.tsx")).CreateDialog,
  "organization-steps",
);

type Opened =
  | { readonly step: "create" }
  | { readonly step: ConfirmableOrganizationStep | "remove"; readonly organization: ListedOrganization }
  | null;

/** @param now Time at which the list was fetched, in ms. */
function useColumns(onStep: OnStep, now: number): readonly ListColumn<ListedOrganization>[] {
  const t = useTranslations("organization-administration");
  const stateText = useStateText();
  const format = useFormat();
  const { typeName } = useOrganizationTypeLabels();
  return [
    {
      id: "name",
      header: t("columns.name"),
      width: 14,
      text: (organization) => organization.name,
      // The name opens the organization if its status allows that.
      cell: (organization, searchText) =>
        stepsFrom(organization.status).includes("open") ? (
          <button
            type="button"
            className={`${nameLinkClass} text-left wrap-anywhere`}
            onClick={() => onStep("open", organization)}
          >
            <Highlight text={organization.name} search={searchText} />
          </button>
        ) : (
          <span className="font-label wrap-anywhere">
            <Highlight text={organization.name} search={searchText} />
          </span>
        ),
    },
    { id: "type", header: t("columns.type"), text: ({ type }) => typeName(type) },
    {
      id: "status",
      header: t("columns.status"),
      text: (organization) => stateText(organization, now),
      cell: (organization) => (
        <>
          <OrganizationState organization={organization} />
          {organization.restorableUntil !== null && (
            <span className="block text-small text-text-3">
              {t("restorable", { date: format.date(organization.restorableUntil) })}
            </span>
          )}
        </>
      ),
    },
    {
      id: "userCount",
      header: t("columns.userCount"),
      width: 7.5,
      // Shows members and not seats, because deactivated members take no seat.
      text: ({ userCount }) => format.number(userCount),
    },
    {
      id: "createdAt",
      header: t("columns.createdAt"),
      width: 6.5,
      text: ({ createdAt }) => format.date(createdAt),
    },
  ];
}

interface OrganizationsPageProps {
  /** Switches this tab to an organization. */
  onOpen: (organization: OrganizationOption) => void;
}

/** /organizations: all organizations of the platform, with the operator's actions. */
export function OrganizationsPage({ onOpen }: OrganizationsPageProps) {
  const t = useTranslations("organization-administration");
  const { notifySuccess } = useNotify();
  const client = useQueryClient();
  const list = useListSearch(organizationSearch);
  const { search } = list;
  const query = useQuery(organizationPageQuery(search));
  const [openDialog, setOpenDialog] = useKeptState<Opened>("organization", null);
  const close = () => setOpenDialog(null);
  const refetch = () => void client.invalidateQueries({ queryKey: organizationKeys.all });
  const onStep: OnStep = (step, organization) => {
    if (step === "open") onOpen(organization);
    else setOpenDialog({ step, organization });
  };
  const columns = useColumns(onStep, query.dataUpdatedAt);
  const menuOf = useOrganizationMenu(query.dataUpdatedAt, onStep);
  const create = (
    <Button
      variant="primary"
      icon={Plus}
      {...preloads(CreateDialog)}
      onClick={() => setOpenDialog({ step: "create" })}
    >
      {t("create")}
    </Button>
  );
  const missing = search.search === undefined ? "view" : "notFound";
  const views = (
    <Tabs
      label={t("views")}
      items={(["all", ...organizationStatuses] as const).map((view) => ({
        key: view,
        label: t(`view.${view}`),
        current: view === (search.status ?? "all"),
        link: (props) => (
          <Link
            to="/organizations"
            search={list.after({ status: view === "all" ? undefined : view })}
            activeOptions={{ exact: true }}
            {...props}
          />
        ),
      }))}
    />
  );
  return (
    <>
      <ListPage
        name="organizations"
        isPlatform
        title={t("title")}
        label={t("table")}
        subtitle={query.data ? t("subtitle", { count: query.data.pagination.total }) : "\u00A0"}
        actions={create}
        views={views}
        viewLabel={search.status && t(`view.${search.status}`)}
        list={list}
        source={serverPages(query, (page, limit) => loadOrganizationPage(search, page, limit))}
        search={{ label: t("search"), placeholder: t("searchPlaceholder") }}
        columns={columns}
        rowActions={menuOf}
        emptyState={<EmptyState icon={Building2} title={t("empty.title")} text={t("empty.text")} />}
        notFound={{ title: t(`empty.${missing}Title`), text: t(`empty.${missing}Text`) }}
        failedTitle={t("errorTitle")}
        tableFrom="(min-width: 64rem)"
      />
      {openDialog?.step === "create" && <CreateDialog onClose={close} onCreated={refetch} onOpen={onOpen} />}
      {openDialog?.step === "remove" && (
        <DeleteOrganizationDialog
          organization={openDialog.organization}
          onClose={close}
          onDone={() => {
            refetch();
            notifySuccess(t("removed", { name: openDialog.organization.name }));
          }}
        />
      )}
      {openDialog !== null && openDialog.step !== "create" && openDialog.step !== "remove" && (
        <StateConfirmDialog
          step={openDialog.step}
          organization={openDialog.organization}
          onClose={close}
          onChanged={refetch}
        />
      )}
    </>
  );
}
