import { useQuery } from "@tanstack/react-query";
import UserRound from "lucide-react/icons/user-round";
import Users from "lucide-react/icons/users";
import { useState } from "react";
import { useTranslations } from "use-intl";
import type { Scope } from "../../entities/organization/organization-keys.ts";
import { useFormat } from "../../platform/i18n/use-format.ts";
import type { ListColumn } from "../../platform/list/list-column.ts";
import { ListPage } from "../../platform/list/list-page.tsx";
import { useMemoryList } from "../../platform/list/use-memory-list.ts";
import { lazyDialog } from "../../platform/loading/lazy-part.tsx";
import { nameLinkClass } from "../../ui/button/link-style.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { Badge } from "../../ui/label/badge.tsx";
import { Highlight } from "../../ui/label/highlight.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { Dotted } from "../../ui/label/dotted.tsx";
import { LegacyFrame } from "./legacy-frame.tsx";
import { patientSearch } from "./legacy-search.ts";
import { type LegacyPatient, practiceQuery, usePatients } from "./legacy.api.ts";
import { ListActions } from "./list-actions.tsx";
import { ListUnavailable } from "./list-unavailable.tsx";
import { ModeBadge } from "./mode-badge.tsx";
import { namesakesAmong, sortNameOf } from "./patient-labels.ts";

const PatientDrawer = lazyDialog(async () => (await import("./patient-drawer.tsx")).PatientDrawer);

function useColumns(
  namesakes: ReadonlySet<string>,
  onOpen: (patient: LegacyPatient) => void,
): readonly ListColumn<LegacyPatient>[] {
  const t = useTranslations("legacy");
  const format = useFormat();
  const dayOf = (day: string | null) => (day === null ? null : format.calendar.date(day));
  return [
    {
      id: "name",
      header: t("columns.name"),
      sortField: "lastName",
      width: 17,
      text: sortNameOf,
      cell: (patient, searchText) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => onOpen(patient)}
            className={`${nameLinkClass} text-left`}
          >
            <Highlight text={sortNameOf(patient)} search={searchText} />
          </button>
          {namesakes.has(patient.id) && (
            <Badge tone="warning" icon={Users}>
              {t("namesake")}
            </Badge>
          )}
        </span>
      ),
    },
    { id: "birthDate", header: t("columns.birthDate"), text: ({ birthDate }) => dayOf(birthDate) },
    { id: "number", header: t("columns.number"), width: 7, searchable: true, text: ({ number }) => number },
    { id: "insurance", header: t("columns.insurance"), width: 11, text: ({ insurance }) => insurance },
    { id: "lastVisit", header: t("columns.lastVisit"), text: ({ lastVisit }) => dayOf(lastVisit) },
  ];
}

/** /patienten: the patients of the legacy practice server. */
export function PatientsPage({ scope }: { scope: Scope }) {
  const t = useTranslations("legacy");
  const common = useTranslations("common");
  const list = useMemoryList(patientSearch);
  const source = usePatients(scope, list.search);
  const practice = useQuery(practiceQuery(scope)).data;
  const [openedId, setOpenedId] = useState<string>();
  const rows = source.rows ?? [];
  const columns = useColumns(namesakesAmong(rows), ({ id }) => setOpenedId(id));
  const title = t("patients.title");
  const isKnown = source.available === true;
  const isUnavailable = source.available === false;
  const total = source.pagination !== undefined && "total" in source.pagination ? source.pagination.total : 0;
  const unavailable = { title: t("patients.unavailable"), text: t("patients.unavailableText") };
  return (
    <LegacyFrame title={title} scope={scope} error={source.query.error}>
      <ListPage
        name="patients"
        title={title}
        printTitle={practice ? `${title} · ${practice.name}` : title}
        isConfidential
        header={(actions) => (
          // On phones, the button is beside the title.
          <div className="max-md:*:flex-nowrap">
            <PageHeader
              title={title}
              mark={<ModeBadge />}
              subtitle={
                <Dotted
                  details={[
                    isKnown && t("patients.people", { count: total }),
                    t("patients.subtitle", {
                      known: String(isKnown),
                      server: practice?.name ?? t("server"),
                    }),
                  ]}
                />
              }
              actions={actions}
            />
          </div>
        )}
        actions={<ListActions query={source.query} />}
        list={list}
        source={source}
        search={{ label: t("patients.search"), placeholder: t("patients.searchPlaceholder") }}
        columns={columns}
        currentId={openedId}
        notices={isUnavailable && <ListUnavailable query={source.query} />}
        emptyState={
          <EmptyState
            icon={UserRound}
            {...(isUnavailable
              ? unavailable
              : { title: t("patients.emptyTitle"), text: t("patients.emptyText") })}
          />
        }
        {...(isUnavailable && { notFound: unavailable })}
        failedTitle={t("patients.failed")}
      />
      {openedId !== undefined && (
        <PatientDrawer
          patients={rows}
          openedId={openedId}
          practiceName={practice?.name}
          closeLabel={common("close")}
          onOpen={setOpenedId}
          onClose={() => setOpenedId(undefined)}
        />
      )}
    </LegacyFrame>
  );
}
