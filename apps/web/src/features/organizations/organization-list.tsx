import { useQuery } from "@tanstack/react-query";
import Building2 from "lucide-react/icons/building-2";
import Check from "lucide-react/icons/check";
import Search from "lucide-react/icons/search";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { organizationsQuery } from "../../entities/organization/organization.api.ts";
import { QueryFallback } from "../../platform/app-state/query-fallback.tsx";
import { cx } from "../../ui/cx.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { Highlight } from "../../ui/label/highlight.tsx";
import { Skeleton, SkeletonGroup } from "../../ui/feedback/skeleton.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { OrganizationState } from "./organization-status-badge.tsx";
import { useDebounced } from "../../ui/form/use-debounced.ts";
import { Dotted } from "../../ui/label/dotted.tsx";

export interface OrganizationOption {
  readonly id: string;
  readonly name: string;
}

export interface OrganizationListProps {
  currentId: string | null;
  /** Shows a search field, for platform users, who see more organizations than fit. */
  searchable: boolean;
  /** Adds the number of members, status and date. */
  wide?: boolean;
  onChoose: (organization: OrganizationOption) => void;
}

const searchDelayMs = 200;

/** Picks one of the user's organizations for this tab. */
export function OrganizationList({ currentId, searchable, wide = false, onChoose }: OrganizationListProps) {
  const t = useTranslations("organizations");
  const format = useFormat();
  const [search, setSearch] = useState("");
  const organizations = useQuery(organizationsQuery(useDebounced(search, searchDelayMs)));
  const rows = organizations.data?.data ?? [];
  const total = organizations.data?.pagination.total ?? 0;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The list is loaded after its popover has taken the focus.
    if (field.current?.closest("[role=dialog]")?.contains(document.activeElement)) field.current.focus();
  }, [searchable]);
  return (
    <div className="min-w-0">
      {searchable && (
        <TextInput
          ref={field}
          type="search"
          size="toolbar"
          icon={Search}
          aria-label={t("search")}
          placeholder={t("searchPlaceholder")}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          className={wide ? "mb-3 max-w-96" : "mb-2"}
        />
      )}
      <QueryFallback query={organizations} failedTitle={t("errorTitle")}>
        <SkeletonGroup label={t("loading")} className="grid gap-2 py-1">
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
        </SkeletonGroup>
      </QueryFallback>
      {organizations.isSuccess && rows.length === 0 && (
        <EmptyState
          icon={Building2}
          title={search === "" ? t("emptyTitle") : t("notFoundTitle")}
          text={search === "" ? t("emptyText") : t("notFoundText")}
          className="py-6"
        />
      )}
      {rows.length > 0 && (
        <ul
          aria-label={t("list")}
          className={cx(wide ? "divide-y divide-line border-y border-line" : "grid gap-0.5")}
        >
          {rows.map((organization) => (
            <li key={organization.id}>
              <button
                type="button"
                aria-current={organization.id === currentId ? "true" : undefined}
                onClick={() => onChoose({ id: organization.id, name: organization.name })}
                className={cx(
                  "focus-inset flex w-full items-center gap-3 text-left text-body text-text hover:bg-surface-3",
                  wide ? "min-h-13 flex-wrap px-2 py-2" : "min-h-11 rounded-r-2 px-2.5 py-1.5 md:min-h-9",
                )}
              >
                <Building2 size={16} strokeWidth={2} className="shrink-0 text-text-2" aria-hidden />
                <span
                  className={cx(
                    "min-w-0 flex-1",
                    wide && "basis-32",
                    organization.id === currentId && "font-strong",
                  )}
                >
                  <Highlight text={organization.name} search={search} />
                  {wide && (
                    <span className="block text-small text-text-3">
                      <Dotted
                        details={[
                          t("people", { count: organization.userCount }),
                          t("since", { date: format.date(organization.createdAt) }),
                        ]}
                      />
                    </span>
                  )}
                  {!wide && organization.status !== "active" && (
                    <span className="mt-0.5 block">
                      <OrganizationState organization={organization} />
                    </span>
                  )}
                </span>
                {wide && (
                  <span className="ml-auto flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
                    <OrganizationState organization={organization} />
                  </span>
                )}
                {organization.id === currentId && (
                  <Check size={16} strokeWidth={2} className="shrink-0 text-accent-text" aria-hidden />
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
      {wide && total > 0 && (
        <p className="mt-3 px-2 text-small text-text-2">{t("total", { count: total })}</p>
      )}
      {total > rows.length && (
        <p className="mt-2 px-2 text-small text-text-3">{t("shown", { shown: rows.length, total })}</p>
      )}
    </div>
  );
}
