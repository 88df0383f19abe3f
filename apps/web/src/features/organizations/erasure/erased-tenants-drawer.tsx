import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import Download from "lucide-react/icons/download";
import FileCheck from "lucide-react/icons/file-check";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { useAppMutation } from "../../../platform/forms/use-app-mutation.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Button } from "../../../ui/button/button.tsx";
import { linkClass } from "../../../ui/button/link-style.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";
import { SearchField } from "../../../ui/form/search-field.tsx";
import { KeysetPaging } from "../../../ui/list/keyset-paging.tsx";
import { Drawer } from "../../../ui/overlay/drawer.tsx";
import { downloadCertificate, type ErasedTenant, erasedQuery } from "./erasure.api.ts";
import { Dotted } from "../../../ui/label/dotted.tsx";

/** Lists the former tenants whose data is erased, each with its certificate. */
export function ErasedTenantsDrawer({ onClose }: { onClose: () => void }) {
  const t = useTranslations("erasure");
  const common = useTranslations("common");
  const [request, setRequest] = useState({ page: 1, search: "" });
  const query = useQuery(erasedQuery(request.page, request.search));
  const { data } = query;
  const pages = data?.pagination.pages ?? 0;
  const pageAt = (page: number) => (page >= 1 && page <= pages ? String(page) : null);
  return (
    <Drawer
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("erased.title")}
      description={t("erased.text")}
      closeLabel={common("close")}
    >
      <SearchField
        label={t("erased.search")}
        placeholder={t("erased.searchPlaceholder")}
        value={request.search}
        onSearch={(search) => setRequest({ page: 1, search })}
        className="mb-4 w-full"
      />
      <p className="mb-4 text-dense text-text-2">
        {t.rich("erased.restorable", {
          link: (text) => (
            <Link to="/organizations" search={{ status: "deleted" }} className={linkClass}>
              {text}
            </Link>
          ),
        })}
      </p>
      {data === undefined ? (
        <QueryFallback query={query} failedTitle={t("erased.loadFailed")}>
          <SkeletonGroup label={t("erased.loading")} className="grid gap-3">
            <Skeleton className="h-16 w-full" />
            <Skeleton className="h-16 w-full" />
          </SkeletonGroup>
        </QueryFallback>
      ) : data.data.length === 0 ? (
        <EmptyState
          icon={FileCheck}
          title={t(request.search ? "erased.noneFound" : "erased.empty")}
          text={t(request.search ? "erased.noneFoundText" : "erased.emptyText")}
        />
      ) : (
        <>
          <ErasedList tenants={data.data} />
          {pages > 1 && (
            <KeysetPaging
              label={t("erased.title")}
              count={t("erased.count", { count: data.pagination.total })}
              previous={pageAt(request.page - 1)}
              next={pageAt(request.page + 1)}
              previousLabel={t("erased.newer")}
              nextLabel={t("erased.older")}
              onCursor={(page) => setRequest({ ...request, page: Number(page ?? 1) })}
            />
          )}
        </>
      )}
    </Drawer>
  );
}

function ErasedList({ tenants }: { tenants: readonly ErasedTenant[] }) {
  const t = useTranslations("erasure");
  const format = useFormat();
  const downloading = useAppMutation({ mutate: (id: string) => downloadCertificate(id) });
  return (
    <>
      {downloading.failure !== null && (
        <ErrorBox persistent title={t("erased.downloadFailed")}>
          {downloading.failure}
        </ErrorBox>
      )}
      <ul className="divide-y divide-line">
        {tenants.map((tenant) => (
          <li
            key={tenant.organizationId}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 text-dense"
          >
            <div className="min-w-0 flex-1 basis-48">
              <p className="font-strong wrap-anywhere text-text">{tenant.name}</p>
              <p className="text-text-2 tabular-nums">
                <Dotted
                  details={[
                    tenant.practiceCode,
                    t("erased.endedOn", { date: format.date(tenant.endedAt) }),
                    t("erased.deletedOn", { date: format.date(tenant.erasedAt) }),
                  ]}
                />
              </p>
            </div>
            <Button
              size="small"
              icon={Download}
              busy={downloading.pending === tenant.organizationId}
              disabled={tenant.certifiedAt === null}
              disabledReason={t("erased.notYet")}
              aria-label={t("erased.download", { name: tenant.name })}
              onClick={() => void downloading.run(tenant.organizationId)}
            >
              {t("erased.certificate")}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
