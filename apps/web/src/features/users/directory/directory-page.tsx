import type { DirectoryEntry } from "@praxisportal/contract/users/directory.schema";
import { useQuery } from "@tanstack/react-query";
import Users from "lucide-react/icons/users";
import { useTranslations } from "use-intl";
import { userStatisticsQuery } from "../../../entities/person/person.api.ts";
import { ListPage } from "../../../platform/list/list-page.tsx";
import { createListSearch, textMatching } from "../../../platform/list/list-search.ts";
import { serverPages } from "../../../platform/list/list-source.ts";
import { useListSearch } from "../../../platform/list/use-list-search.ts";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { Highlight } from "../../../ui/label/highlight.tsx";
import { directoryQuery, loadDirectory } from "./directory.api.ts";

const directorySearch = createListSearch({
  filters: { department: textMatching(/^/) },
  sortFields: ["name", "initials", "department", "extension"],
  defaultSort: { sortBy: "name", sortOrder: "asc" },
});

const sortNameOf = ({ firstName, lastName }: DirectoryEntry) =>
  [lastName, firstName].filter((part) => part !== "").join(", ");

/** /users for users without access to security data: the directory of colleagues. */
export function DirectoryPage({ organizationId }: { organizationId: string }) {
  const t = useTranslations("directory");
  const users = useTranslations("users");
  const list = useListSearch(directorySearch);
  const { search, department, page, limit } = list.search;
  const filters = {
    ...(search === undefined ? {} : { search }),
    ...(department === undefined ? {} : { department }),
    ...directorySearch.sortOf(list.search),
  };
  const query = useQuery(directoryQuery(organizationId, { ...filters, page, limit }));
  const departments = useQuery(userStatisticsQuery(organizationId)).data?.departments ?? [];
  return (
    <ListPage
      name="directory"
      title={users("title")}
      subtitle={t("text")}
      label={t("title")}
      list={list}
      source={serverPages(query, (number, size) =>
        loadDirectory(organizationId, { ...filters, page: number, limit: size }),
      )}
      search={{ label: t("search"), placeholder: t("searchPlaceholder") }}
      columns={[
        {
          id: "name",
          header: t("columns.name"),
          width: 18,
          text: sortNameOf,
          cell: (entry, searchText) => (
            <span className="font-label text-text">
              <Highlight text={sortNameOf(entry)} search={searchText} />
            </span>
          ),
        },
        { id: "initials", header: t("columns.initials"), width: 6, text: ({ initials }) => initials },
        {
          id: "department",
          header: t("columns.department"),
          width: 12,
          text: (entry) => entry.department,
        },
        {
          id: "extension",
          header: t("columns.extension"),
          width: 8,
          text: ({ extension }) => extension,
          cell: ({ extension }) =>
            extension === null ? "–" : <span className="text-section tabular-nums">{extension}</span>,
        },
      ]}
      filters={[
        {
          name: "department",
          label: t("columns.department"),
          options: departments.map(({ name }) => ({ value: name, label: name })),
        },
      ]}
      isConfidential
      emptyState={<EmptyState icon={Users} title={t("emptyTitle")} text={t("emptyText")} />}
      notFound={{ title: t("notFoundTitle"), text: t("notFoundText") }}
      failedTitle={t("loadFailed")}
    />
  );
}
