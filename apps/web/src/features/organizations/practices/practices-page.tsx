import { defaultPageSize } from "@praxisportal/contract/limits";
import { organizationStatuses } from "@praxisportal/contract/organizations/organization-state.rules";
import type { ListedOrganization } from "@praxisportal/contract/organizations/organizations.schema";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import Plus from "lucide-react/icons/plus";
import { lazy, Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { ensureMessages } from "../../../platform/i18n/store.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorBox } from "../../../ui/message-box.tsx";
import { NativeSelect } from "../../../ui/native-select.tsx";
import { PageHead } from "../../../ui/page-head.tsx";
import { Pagination } from "../../../ui/pagination.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { practicePageQuery } from "../organizations.api.ts";
import type { Practice } from "../practice-list.tsx";
import type { OnStep } from "./practice-menu.tsx";
import { pageSizes, sortFields, sortOf } from "./practice-search.ts";
import { PracticesCards } from "./practices-cards.tsx";
import { PracticesEmpty, PracticesError } from "./practices-feedback.tsx";
import { PracticesTable } from "./practices-table.tsx";
import type { AskedStep } from "./state-question.tsx";
import { type PracticeSearchState, usePracticeSearch } from "./use-practice-search.ts";

const stepTexts = () => ensureMessages("practice-steps");

// Lazy: most visits change nothing.
const StateQuestion = lazy(async () => {
  const [{ StateQuestion: Part }] = await Promise.all([import("./state-question.tsx"), stepTexts()]);
  return { default: Part };
});
const DeletePracticeDialog = lazy(async () => {
  const [{ DeletePracticeDialog: Part }] = await Promise.all([
    import("./delete-practice-dialog.tsx"),
    stepTexts(),
  ]);
  return { default: Part };
});
const CreateDialog = lazy(async () => {
  const [{ CreateDialog: Part }] = await Promise.all([import("./create-dialog.tsx"), stepTexts()]);
  return { default: Part };
});

type Opened =
  | { readonly step: "create" }
  | { readonly step: AskedStep | "remove"; readonly practice: ListedOrganization }
  | null;

function Views({ search }: Pick<PracticeSearchState, "search">) {
  const t = useTranslations("practices");
  const { page: _first, status: current, ...kept } = search;
  return (
    <Tabs
      label={t("views")}
      items={(["all", ...organizationStatuses] as const).map((view) => ({
        key: view,
        label: t(`view.${view}`),
        current: view === (current ?? "all"),
        link: (props) => (
          <Link
            to="/organizations"
            search={view === "all" ? kept : { ...kept, status: view }}
            activeOptions={{ exact: true }}
            {...props}
          />
        ),
      }))}
    />
  );
}

/** Sort order, where no table header shows it. */
function Order({ search, change }: PracticeSearchState) {
  const t = useTranslations("practices");
  const { sortBy, sortOrder } = sortOf(search);
  return (
    <NativeSelect
      size="toolbar"
      className="lg:hidden"
      aria-label={t("sort.label")}
      value={`${sortBy} ${sortOrder}`}
      onChange={(event) => {
        const [field, order] = event.currentTarget.value.split(" ");
        const chosen = sortFields.find((each) => each === field);
        if (chosen) change({ sortBy: chosen, sortOrder: order === "desc" ? "desc" : "asc" });
      }}
    >
      {sortFields.flatMap((field) =>
        (["asc", "desc"] as const).map((order) => (
          <option key={`${field} ${order}`} value={`${field} ${order}`}>
            {t(`columns.${field}`)}, {t(`sort.${order}`)}
          </option>
        )),
      )}
    </NativeSelect>
  );
}

function Paging({
  pagination: { page, limit, total, pages },
  change,
}: {
  pagination: { page: number; limit: number; total: number; pages: number };
  change: PracticeSearchState["change"];
}) {
  const t = useTranslations("practices");
  const common = useTranslations("common");
  return (
    <Pagination
      label={common("paging.label")}
      range={t("range", {
        from: total === 0 ? 0 : (page - 1) * limit + 1,
        to: Math.min(page * limit, total),
        total,
      })}
      page={page}
      pages={Math.max(pages, 1)}
      onPage={(next) => change({ page: next })}
      pageSize={limit}
      pageSizes={pageSizes}
      onPageSize={(size) => change({ limit: size === defaultPageSize ? undefined : size })}
      sizeLabel={common("paging.perPage")}
      previousLabel={common("paging.previous")}
      nextLabel={common("paging.next")}
      pageLabel={(number) => common("paging.page", { page: number })}
    />
  );
}

interface PracticesPageProps {
  /** Switches this tab to a practice. */
  onOpen: (practice: Practice) => void;
  tell: (message: string) => void;
}

/** /organizations: all practices of the platform, with the operator's actions. */
export function PracticesPage({ onOpen, tell }: PracticesPageProps) {
  const t = useTranslations("practices");
  const client = useQueryClient();
  const state = usePracticeSearch();
  const { search, skipped, change, replace } = state;
  const list = useQuery(practicePageQuery(search));
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  const readAgain = () => void client.invalidateQueries({ queryKey: ["organizations"] });
  const practices = list.data?.data;
  const failed = list.isError && practices === undefined;
  const empty = practices?.length === 0;
  const create = (
    <Button kind="primary" icon={Plus} onClick={() => setOpened({ step: "create" })}>
      {t("create")}
    </Button>
  );
  const instead = failed ? (
    <PracticesError error={list.error} retrying={list.isFetching} onRetry={() => void list.refetch()} />
  ) : empty ? (
    <PracticesEmpty
      search={search}
      onReset={() => change({ search: undefined, status: undefined })}
      create={create}
    />
  ) : undefined;
  const onStep: OnStep = (step, practice) => {
    if (step === "open") onOpen(practice);
    else setOpened({ step, practice });
  };
  const rows = {
    practices,
    search,
    now: list.dataUpdatedAt,
    reloading: list.isFetching && practices !== undefined,
    onStep,
    instead,
  };
  return (
    <>
      <PageHead
        title={t("title")}
        fact={list.data ? t("fact", { count: list.data.pagination.total }) : "\u00A0"}
        actions={create}
      />
      <div className="mt-3">
        <Views search={search} />
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <SearchField
          label={t("search")}
          placeholder={t("searchPlaceholder")}
          value={search.search ?? ""}
          onSearch={(text) => replace({ search: text || undefined })}
        />
        <Order {...state} />
      </div>
      <div className="mt-4 grid gap-4">
        {skipped.map((field) => (
          <ErrorBox key={field} kind="warning">
            {t("skipped", { field })}
          </ErrorBox>
        ))}
        {list.isError && practices !== undefined && (
          <ErrorBox kind="warning" persistent title={t("errorTitle")}>
            {t("listStale")}
          </ErrorBox>
        )}
        <div className="max-lg:hidden">
          <PracticesTable {...rows} onSort={change} />
        </div>
        <div className="lg:hidden">
          <PracticesCards {...rows} />
        </div>
        {list.data && !empty && <Paging pagination={list.data.pagination} change={change} />}
      </div>
      <Suspense fallback={null}>
        {opened?.step === "create" && <CreateDialog onClose={close} onCreated={readAgain} onOpen={onOpen} />}
        {opened?.step === "remove" && (
          <DeletePracticeDialog
            practice={opened.practice}
            onClose={close}
            onDone={() => {
              readAgain();
              tell(t("removed", { name: opened.practice.name }));
            }}
          />
        )}
        {opened !== null && opened.step !== "create" && opened.step !== "remove" && (
          <StateQuestion
            step={opened.step}
            practice={opened.practice}
            onClose={close}
            onChanged={readAgain}
            tell={tell}
          />
        )}
      </Suspense>
    </>
  );
}
