import type { Country } from "@praxisportal/contract/sites/site-number.rules";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import Ellipsis from "lucide-react/icons/ellipsis";
import MapPin from "lucide-react/icons/map-pin";
import Plus from "lucide-react/icons/plus";
import { useTranslations } from "use-intl";
import { useNotify } from "../../platform/notifications/use-notify.ts";
import { sitesQuery } from "../../entities/site/site.api.ts";
import { QueryFallback } from "../../platform/app-state/query-fallback.tsx";
import { lazyDialog, preloads } from "../../platform/loading/lazy-part.tsx";
import { type Undo, useUndoAction } from "../../platform/forms/use-undo-action.ts";
import { useWriteEntries, WriteButton } from "../../platform/forms/write-block.tsx";
import { useKeptState } from "../../platform/session/page-state/kept-state.ts";
import { Card } from "../../ui/layout/card.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { Menu } from "../../ui/overlay/menu.tsx";
import { SkeletonRows } from "../../ui/feedback/skeleton-card.tsx";
import { SkeletonGroup } from "../../ui/feedback/skeleton.tsx";
import { type Site } from "./sites.api.ts";
import { Dot } from "../../ui/label/dotted.tsx";

const SiteDialog = lazyDialog(async () => (await import("./site-dialog.tsx")).SiteDialog);
const RemoveDialog = lazyDialog(async () => (await import("./remove-dialog.tsx")).RemoveDialog);

type OpenDialog =
  | { readonly kind: "edit"; readonly site: Site | null }
  | { readonly kind: "remove"; readonly site: Site }
  | null;

interface SitesCardProps {
  organizationId: string;
  /** Country of the organization, which determines the kinds of numbers. Undefined until loaded. */
  country: Country | undefined;
  /** True if the user may change sites. */
  canManage: boolean;
}

/**
 * Shows the sites of an organization with their health system numbers. With `create=site` in the URL, the dialog for a
 * new site is open.
 */
export function SitesCard({ organizationId, country, canManage }: SitesCardProps) {
  const t = useTranslations("sites");
  const common = useTranslations("common");
  const { notify } = useNotify();
  const entries = useWriteEntries();
  const client = useQueryClient();
  const query = useQuery(sitesQuery(organizationId));
  const { data } = query;
  const navigate = useNavigate();
  const params: { create?: string } = useSearch({ strict: false });
  const [chosenDialog, setChosenDialog] = useKeptState<OpenDialog>("site", null);
  const isLinked = canManage && params.create === "site";
  const openDialog: OpenDialog = chosenDialog ?? (isLinked ? { kind: "edit", site: null } : null);
  function close(): void {
    setChosenDialog(null);
    if (isLinked)
      void navigate({
        to: ".",
        search: (search) => ({ ...search, create: undefined }),
        replace: true,
        resetScroll: false,
      });
  }
  const refresh = () => client.invalidateQueries({ queryKey: sitesQuery(organizationId).queryKey });
  const undoAction = useUndoAction(refresh);
  const handleDone = (message: string, undo?: Undo) => {
    notify({ type: "success", message, ...(undo && { action: undoAction(undo) }) });
    void refresh();
  };
  const create = canManage && country !== undefined && (
    <WriteButton
      icon={Plus}
      {...preloads(SiteDialog)}
      onClick={() => setChosenDialog({ kind: "edit", site: null })}
    >
      {t("create")}
    </WriteButton>
  );
  return (
    <Card
      title={t("title")}
      description={t("text")}
      aside={data !== undefined && data.length > 0 && create}
      flush
    >
      <QueryFallback query={query} failedTitle={t("loadFailed")} className="m-4">
        <SkeletonGroup label={t("loading")}>
          <SkeletonRows count={2} />
        </SkeletonGroup>
      </QueryFallback>
      {data?.length === 0 && (
        <EmptyState
          icon={MapPin}
          title={t("emptyTitle")}
          text={t(canManage ? "emptyText" : "emptyReading")}
          {...(canManage ? { action: create } : {})}
        />
      )}
      {data !== undefined && data.length > 0 && (
        <ul aria-label={t("title")} className="divide-y divide-line">
          {data.map((site) => (
            <li key={site.id} className="flex items-start gap-3 py-3 pr-3 pl-5">
              <div className="min-w-0 flex-1">
                <p className="text-body font-label wrap-anywhere text-text">{site.name}</p>
                {site.address !== null && (
                  <p className="text-dense wrap-anywhere whitespace-pre-line text-text-2">{site.address}</p>
                )}
                <p className="text-dense text-text-2">
                  {site.number !== null && (
                    <>
                      {t(`short.${site.number.kind}`)}{" "}
                      <span className="font-mono select-all">{site.number.value}</span>
                      <Dot />
                    </>
                  )}
                  {t("members", { count: site.memberCount })}
                </p>
              </div>
              {canManage && (
                <Menu
                  align="end"
                  trigger={
                    <IconButton icon={Ellipsis} size="small" label={common("rowMenu", { name: site.name })} />
                  }
                  items={entries([
                    {
                      key: "edit",
                      label: t("edit"),
                      onSelect: () => setChosenDialog({ kind: "edit", site }),
                    },
                    {
                      key: "remove",
                      label: t("removeMenu"),
                      destructive: true,
                      hasSeparator: true,
                      onSelect: () => setChosenDialog({ kind: "remove", site }),
                    },
                  ])}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {openDialog?.kind === "edit" && country !== undefined && (
        <SiteDialog
          organizationId={organizationId}
          country={country}
          site={openDialog.site}
          onClose={close}
          onDone={handleDone}
          onStale={() => void refresh()}
        />
      )}
      {openDialog?.kind === "remove" && (
        <RemoveDialog
          organizationId={organizationId}
          site={openDialog.site}
          onClose={close}
          onDone={handleDone}
          onStale={() => void refresh()}
        />
      )}
    </Card>
  );
}
