import type { SeatHolder } from "@praxisportal/contract/organizations/organization-changes.schema";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import Users from "lucide-react/icons/users";
import { useTranslations } from "use-intl";
import { loadSeatHolders, seatHoldersQuery } from "../../../features/organizations/organizations.api.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import type { ListColumn } from "../../../platform/list/list-column.ts";
import { ListPage } from "../../../platform/list/list-page.tsx";
import { createListSearch } from "../../../platform/list/list-search.ts";
import { serverCursors } from "../../../platform/list/list-source.ts";
import { useListSearch } from "../../../platform/list/use-list-search.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { linkClass } from "../../../ui/button/link-style.ts";
import { StatusBadge } from "../../../ui/label/status-badge.tsx";

const meanings = { active: "active", pending: "invited", locked: "locked", blocked: "blocked" } as const;

/** The server lists the holders by name, in pages. */
const holderSearch = createListSearch({ filters: {}, hasSearch: false, cursor: /^[\w-]+$/ });

function useColumns(): readonly ListColumn<SeatHolder>[] {
  const t = useTranslations("licenses");
  const roles = useTranslations("roles");
  const format = useFormat();
  const nameOf = ({ firstName, lastName }: SeatHolder) =>
    [lastName, firstName].filter((part) => part !== "").join(", ") || "–";
  return [
    {
      id: "name",
      header: t("holders.name"),
      width: 12,
      text: nameOf,
      cell: (holder) => (
        <Link to="/users/$userId" params={{ userId: holder.id }} className={linkClass}>
          {nameOf(holder)}
        </Link>
      ),
    },
    { id: "role", header: t("holders.role"), text: ({ role }) => roles(role) },
    {
      id: "status",
      header: t("holders.status"),
      text: ({ status }) => t(`holders.state.${status}`),
      cell: ({ status }) => (
        <StatusBadge meaning={meanings[status]}>{t(`holders.state.${status}`)}</StatusBadge>
      ),
    },
    { id: "since", header: t("holders.since"), width: 7, text: ({ since }) => format.date(since) },
    {
      id: "until",
      header: t("holders.until"),
      width: 7,
      text: ({ validUntil }) => (validUntil === null ? null : format.date(validUntil)),
    },
  ];
}

/** All seat holders by name, to find a seat that can be freed. */
export function SeatHolders({ organizationId }: { organizationId: string }) {
  const t = useTranslations("licenses");
  const list = useListSearch(holderSearch);
  const query = useQuery(seatHoldersQuery(organizationId, list.search.cursor));
  return (
    <section aria-labelledby="holders">
      <ListPage
        name="seat-holders"
        title={t("holders.title")}
        label={t("holders.text")}
        header={(actions) => (
          <div className="flex flex-wrap items-start justify-between gap-3">
            <div>
              <h2 id="holders" className="text-section text-text">
                {t("holders.title")}
              </h2>
              <p className="text-dense text-text-2">{t("holders.text")}</p>
            </div>
            {actions}
          </div>
        )}
        list={list}
        source={serverCursors(query, (cursor) => loadSeatHolders(organizationId, cursor))}
        columns={useColumns()}
        cursorTexts={{
          label: t("holders.pages"),
          count: (count) => t("holders.count", { count }),
          first: t("holders.first"),
          previous: t("holders.previous"),
          next: t("holders.next"),
        }}
        emptyState={<EmptyState icon={Users} title={t("holders.none")} text={t("holders.noneText")} />}
        failedTitle={t("holders.failed")}
      />
    </section>
  );
}
