import { useQuery } from "@tanstack/react-query";
import Building2 from "lucide-react/icons/building-2";
import Plus from "lucide-react/icons/plus";
import { useTranslations } from "use-intl";
import { ListPage } from "../../../platform/list/list-page.tsx";
import { serverPages } from "../../../platform/list/list-source.ts";
import { useListSearch } from "../../../platform/list/use-list-search.ts";
import { lazyDialog, preloads } from "../../../platform/loading/lazy-part.tsx";
import { useKeptState } from "../../../platform/session/page-state/kept-state.ts";
import { Button } from "../../../ui/button/button.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { contractHasEnded } from "../erasure/contract-days.ts";
import type { OrganizationOption } from "../organization-list.tsx";
import { healthKinds, tenantPlans, tenantSearch } from "./tenant-search.ts";
import { StateDialog, stateStepOf } from "./tenant-state.ts";
import { TenantPeople, TenantTotals } from "./tenant-totals.tsx";
import { loadTenantPage, type Tenant, tenantPageQuery } from "./tenants.api.ts";
import { useTenantColumns } from "./use-tenant-columns.tsx";
import { useTenantRefresh } from "./use-tenant-refresh.ts";

// Loaded on demand, because most visits change nothing.
const CreateTenantDialog = lazyDialog(
  async () => (await import("./create-tenant-dialog.tsx")).CreateTenantDialog,
  "organization-steps",
);

const ErasedTenantsDrawer = lazyDialog(
  async () => (await import("../erasure/erased-tenants-drawer.tsx")).ErasedTenantsDrawer,
  "erasure",
);

interface TenantsPageProps {
  /** Switches this tab to an organization. */
  onOpen: (organization: OrganizationOption) => void;
}

/** /tenant-management: all tenants with plan, usage and health, and the operator's actions. */
export function TenantsPage({ onOpen }: TenantsPageProps) {
  const t = useTranslations("tenants");
  const names = useTranslations("limits");
  const list = useListSearch(tenantSearch);
  const { search } = list;
  const query = useQuery(tenantPageQuery(search));
  const refresh = useTenantRefresh();
  const [openDialog, setOpenDialog] = useKeptState<"create" | "erased" | Tenant | null>("tenant", null);
  const columns = useTenantColumns(query.dataUpdatedAt);
  const close = () => setOpenDialog(null);
  const create = (
    <Button
      variant="primary"
      icon={Plus}
      {...preloads(CreateTenantDialog)}
      onClick={() => setOpenDialog("create")}
    >
      {t("create")}
    </Button>
  );
  return (
    <>
      <ListPage
        name="tenants"
        isPlatform
        title={t("title")}
        label={t("table")}
        subtitle={<TenantPeople list={list} />}
        actions={
          <>
            <Button {...preloads(ErasedTenantsDrawer)} onClick={() => setOpenDialog("erased")}>
              {t("certificates")}
            </Button>
            {create}
          </>
        }
        views={<TenantTotals list={list} />}
        viewLabel={search.status && t(`view.${search.status}`)}
        list={list}
        source={serverPages(query, (page, limit) => loadTenantPage(search, page, limit))}
        search={{ label: t("search"), placeholder: t("searchPlaceholder") }}
        columns={columns}
        filters={[
          {
            name: "plan",
            label: t("columns.plan"),
            options: tenantPlans.map((value) => ({ value, label: names(`plan.${value}`) })),
          },
          {
            name: "health",
            label: t("columns.health"),
            options: healthKinds.map((value) => ({ value, label: t(`healthFilter.${value}`) })),
          },
        ]}
        rowActions={(tenant) => [
          { key: "open", label: t("menu.open"), onSelect: () => onOpen(tenant) },
          {
            key: "state",
            label: t(`menu.${stateStepOf(tenant)}`),
            hasSeparator: true,
            disabledReason: contractHasEnded(tenant, query.dataUpdatedAt) ? t("noticeFirst") : undefined,
            onSelect: () => setOpenDialog(tenant),
          },
        ]}
        emptyState={<EmptyState icon={Building2} title={t("emptyTitle")} text={t("emptyText")} />}
        failedTitle={t("loadFailed")}
        tableFrom="(min-width: 75rem)"
      />
      {openDialog === "create" && <CreateTenantDialog onClose={close} onOpen={onOpen} />}
      {openDialog === "erased" && <ErasedTenantsDrawer onClose={close} />}
      {openDialog !== null && typeof openDialog === "object" && (
        <StateDialog
          step={stateStepOf(openDialog)}
          organization={openDialog}
          onClose={close}
          onChanged={() => void refresh()}
        />
      )}
    </>
  );
}
