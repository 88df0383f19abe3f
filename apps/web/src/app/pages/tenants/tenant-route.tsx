import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { useTranslations } from "use-intl";
import { tenantQuery } from "../../../features/organizations/tenants/tenants.api.ts";
import { isApiError } from "../../../platform/api-client/api-error.ts";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { linkClass } from "../../../ui/button/link-style.ts";
import { NotFound } from "../../../ui/feedback/not-found.tsx";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { TabSkeleton } from "../organization/tab-skeleton.tsx";
import { TenantPage } from "./tenant-page.tsx";

/** /tenant-management/{id}: one tenant, for the operator. */
export function TenantRoute() {
  const t = useTranslations("tenants");
  const { id } = useParams({ from: "/signed-in/tenant-management/$id" });
  const { tab = "overview", period } = useSearch({ from: "/signed-in/tenant-management/$id" });
  const query = useQuery(tenantQuery(id));
  const isMissing = isApiError(query.error, "NOT_FOUND") || isApiError(query.error, "VALIDATION_FAILED");
  return (
    <>
      <Link
        to="/tenant-management"
        className={`${linkClass} mb-3 inline-flex items-center gap-1.5 text-dense print:hidden`}
      >
        <ArrowLeft size={16} strokeWidth={2} aria-hidden />
        {t("title")}
      </Link>
      {isMissing ? (
        <NotFound title={t("page.notFound")} text={t("page.notFoundText")} />
      ) : query.data === undefined ? (
        <>
          <PageHeader title={t("page.tenant")} />
          <div className="mt-4">
            <QueryFallback query={query} failedTitle={t("page.loadFailed")}>
              <TabSkeleton label={t("page.loading")} />
            </QueryFallback>
          </div>
        </>
      ) : (
        <TenantPage
          key={id}
          tenant={query.data}
          readAt={query.dataUpdatedAt}
          tab={tab}
          period={period ?? "30d"}
        />
      )}
    </>
  );
}
