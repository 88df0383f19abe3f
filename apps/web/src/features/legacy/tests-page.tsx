import { useQuery } from "@tanstack/react-query";
import ClipboardList from "lucide-react/icons/clipboard-list";
import { useTranslations } from "use-intl";
import type { Scope } from "../../entities/organization/organization-keys.ts";
import type { ListColumn } from "../../platform/list/list-column.ts";
import { ListPage } from "../../platform/list/list-page.tsx";
import { useMemoryList } from "../../platform/list/use-memory-list.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { LegacyFrame } from "./legacy-frame.tsx";
import { testSearch } from "./legacy-search.ts";
import { type LegacyTestDescription, practiceQuery, useTestDescriptions } from "./legacy.api.ts";
import { ListActions } from "./list-actions.tsx";
import { ListUnavailable } from "./list-unavailable.tsx";
import { ModeBadge } from "./mode-badge.tsx";

function useColumns(): readonly ListColumn<LegacyTestDescription>[] {
  const t = useTranslations("legacy");
  return [
    {
      id: "name",
      header: t("columns.test"),
      width: 13,
      namesRow: true,
      searchable: true,
      text: ({ name }) => name,
    },
    { id: "code", header: t("columns.code"), width: 7, searchable: true, text: ({ code }) => code },
    { id: "material", header: t("columns.material"), text: ({ material }) => material },
    { id: "normalRange", header: t("columns.normalRange"), text: ({ normalRange }) => normalRange },
    { id: "unit", header: t("columns.unit"), width: 6, text: ({ unit }) => unit },
    { id: "note", header: t("columns.note"), width: 13, text: ({ note }) => note },
  ];
}

/** /tests: the descriptions of laboratory tests of the legacy practice server. */
export function TestsPage({ scope }: { scope: Scope }) {
  const t = useTranslations("legacy");
  const list = useMemoryList(testSearch);
  const source = useTestDescriptions(scope, list.search);
  const practice = useQuery(practiceQuery(scope)).data;
  const columns = useColumns();
  const title = t("tests.title");
  const isUnavailable = source.available === false;
  const unavailable = { title: t("tests.unavailable"), text: t("tests.unavailableText") };
  return (
    <LegacyFrame title={title} scope={scope} error={source.query.error}>
      <ListPage
        name="tests"
        title={title}
        printTitle={practice ? `${title} · ${practice.name}` : title}
        isConfidential
        header={(actions) => (
          // On phones, the button is beside the title.
          <div className="max-md:*:flex-nowrap">
            <PageHeader
              title={title}
              mark={<ModeBadge />}
              subtitle={t("tests.subtitle", { server: practice?.name ?? t("server") })}
              actions={actions}
            />
          </div>
        )}
        actions={<ListActions query={source.query} />}
        list={list}
        source={source}
        search={{ label: t("tests.search"), placeholder: t("tests.searchPlaceholder") }}
        columns={columns}
        notices={isUnavailable && <ListUnavailable query={source.query} />}
        emptyState={
          <EmptyState
            icon={ClipboardList}
            {...(isUnavailable ? unavailable : { title: t("tests.emptyTitle"), text: t("tests.emptyText") })}
          />
        }
        {...(isUnavailable && { notFound: unavailable })}
        failedTitle={t("tests.failed")}
      />
    </LegacyFrame>
  );
}
