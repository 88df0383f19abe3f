import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronUp from "lucide-react/icons/chevron-up";
import Printer from "lucide-react/icons/printer";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { useToday } from "../../platform/i18n/use-today.ts";
import { Button } from "../../ui/button/button.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { PrintSheet } from "../../ui/layout/print-sheet.tsx";
import { Drawer } from "../../ui/overlay/drawer.tsx";
import type { LegacyPatient } from "./legacy.api.ts";
import { PhoneLink } from "./phone-link.tsx";
import { ModeBadge } from "./mode-badge.tsx";
import { ageOn, nameOf } from "./patient-labels.ts";
import { Dotted } from "../../ui/label/dotted.tsx";

interface PatientDrawerProps {
  /** The patients of the page, in order. */
  patients: readonly LegacyPatient[];
  openedId: string;
  /** Heading of a printed sheet. */
  practiceName: string | undefined;
  closeLabel: string;
  onOpen: (id: string) => void;
  onClose: () => void;
}

interface Section {
  readonly title: string;
  readonly details: readonly { readonly name: string; readonly value: ReactNode }[];
}

function useSections(patient: LegacyPatient): readonly Section[] {
  const t = useTranslations("legacy");
  const format = useFormat();
  const today = useToday();
  const { birthDate, sex, street, postalCode, city, phone, insurance, lastVisit } = patient;
  const place = [postalCode, city].filter((part) => part !== null).join(" ");
  const address = [street, place].filter((part) => part !== null && part !== "").join(", ");
  return [
    {
      title: t("details.person"),
      details: [
        {
          name: t("details.born"),
          value:
            birthDate === null ? null : (
              <Dotted
                details={[
                  format.calendar.date(birthDate),
                  t("details.age", { age: ageOn(today, birthDate) }),
                ]}
              />
            ),
        },
        { name: t("details.sex"), value: sex === null ? null : t(`sex.${sex}`) },
        { name: t("details.address"), value: address || null },
        { name: t("details.phone"), value: phone === null ? null : <PhoneLink phone={phone} /> },
      ],
    },
    { title: t("columns.insurance"), details: [{ name: t("details.insurer"), value: insurance }] },
    {
      title: t("details.visits"),
      details: [
        {
          name: t("columns.lastVisit"),
          value: lastVisit === null ? null : format.calendar.date(lastVisit),
        },
      ],
    },
  ];
}

function Sections({ sections }: { sections: readonly Section[] }) {
  const t = useTranslations("legacy");
  return sections.map(({ title, details }) => (
    <section key={title} className="mb-6">
      <h3 className="mb-2 text-section text-text">{title}</h3>
      <dl className="grid gap-y-2 text-dense">
        {details.map(({ name, value }) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-text-3">{name}</dt>
            <dd className="min-w-0 text-right wrap-anywhere text-text">
              {value ?? <span className="text-text-3">{t("details.missing")}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  ));
}

function Sheet({ patient, practiceName }: { patient: LegacyPatient; practiceName: string | undefined }) {
  const t = useTranslations("legacy");
  const common = useTranslations("common");
  const format = useFormat();
  const [printedAt] = useState(() => Date.now());
  const sections = useSections(patient);
  return (
    <PrintSheet>
      <p>{practiceName}</p>
      <h1 className="mb-4 text-title">{nameOf(patient)}</h1>
      <p className="mb-4">{t("details.number", { patientNumber: patient.number })}</p>
      <Sections sections={sections} />
      <p>{common("print.asOf", { time: format.momentFull(printedAt) })}</p>
    </PrintSheet>
  );
}

/** Shows all data that the legacy server has about a patient. Arrow keys and buttons move to the adjacent patients. */
export function PatientDrawer(props: PatientDrawerProps) {
  const { patients, openedId, practiceName, closeLabel, onOpen, onClose } = props;
  const place = patients.findIndex(({ id }) => id === openedId);
  const patient = patients[place];
  if (patient === undefined) return null;
  const step = (by: -1 | 1) => {
    const next = patients[place + by];
    if (next !== undefined) onOpen(next.id);
  };
  return (
    <PatientDetails
      patient={patient}
      practiceName={practiceName}
      closeLabel={closeLabel}
      steps={{ before: place > 0, after: place < patients.length - 1 }}
      onStep={step}
      onClose={onClose}
    />
  );
}

interface PatientDetailsProps extends Pick<PatientDrawerProps, "practiceName" | "closeLabel" | "onClose"> {
  patient: LegacyPatient;
  steps: { readonly before: boolean; readonly after: boolean };
  onStep: (by: -1 | 1) => void;
}

function PatientDetails({ patient, practiceName, closeLabel, steps, onStep, onClose }: PatientDetailsProps) {
  const t = useTranslations("legacy");
  const sections = useSections(patient);
  return (
    <Drawer
      open
      onOpenChange={(next) => !next && onClose()}
      title={nameOf(patient)}
      description={
        <span className="mt-1 flex flex-wrap items-center gap-2">
          <ModeBadge />
          <span className="tabular-nums">{t("details.number", { patientNumber: patient.number })}</span>
        </span>
      }
      closeLabel={closeLabel}
      onStep={onStep}
      actions={
        <>
          <span className="basis-full text-small text-text-3">{t("details.readOnly")}</span>
          <IconButton
            icon={ChevronUp}
            label={t("details.previous")}
            variant="edge"
            disabled={!steps.before}
            onClick={() => onStep(-1)}
          />
          <IconButton
            icon={ChevronDown}
            label={t("details.next")}
            variant="edge"
            disabled={!steps.after}
            onClick={() => onStep(1)}
          />
          <Button icon={Printer} onClick={() => window.print()}>
            {t("print")}
          </Button>
        </>
      }
    >
      {/* Focusable, because nothing else in it could be scrolled to by keyboard. */}
      <div role="region" tabIndex={0} aria-label={t("details.label")} className="focus-inset">
        <Sections sections={sections} />
      </div>
      <Sheet key={patient.id} patient={patient} practiceName={practiceName} />
    </Drawer>
  );
}
