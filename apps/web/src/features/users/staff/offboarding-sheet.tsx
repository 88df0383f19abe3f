import { useTranslations } from "use-intl";
import { useSession } from "../../../platform/session/session.store.ts";
import { PrintSheet } from "../../../ui/layout/print-sheet.tsx";
import type { User } from "../people.api.ts";
import { nameOf } from "../../../entities/person/person-name.ts";
import { useItemLabels } from "./checklist.tsx";
import { useEndedLines } from "./ended-list.tsx";
import type { StaffRecord } from "./staff.api.ts";
import { useFullMoment } from "./use-staff-format.ts";

export interface OffboardingSheetProps {
  user: User;
  offboarding: StaffRecord;
}

/** Printable record of an offboarding, with continuing obligations and room for two signatures. */
export function OffboardingSheet({ user, offboarding }: OffboardingSheetProps) {
  const t = useTranslations("staff");
  const fullMoment = useFullMoment();
  const labels = useItemLabels();
  const lines = useEndedLines();
  const organization = useSession((session) => session.organization?.name ?? "");
  const details = [
    [t("offboarding.person"), nameOf(user)],
    [t("offboarding.organization"), organization],
    [t("offboarding.at"), fullMoment(offboarding.doneAt ?? offboarding.takesEffectAt)],
    [t("offboarding.plannedBy"), offboarding.createdBy ?? t("checklist.somebody")],
    ...(offboarding.successor === null
      ? []
      : [[t("offboarding.takesOver"), offboarding.successor.name] as const]),
  ] as const;
  return (
    <PrintSheet>
      <h1 className="text-title">{t("offboarding.protocol")}</h1>
      <dl className="mt-6 grid grid-cols-[12rem_1fr] gap-2">
        {details.map(([label, value]) => (
          <div key={label} className="contents">
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {offboarding.ended !== null && (
        <>
          <h2 className="mt-6 text-section">{t("offboarding.ended")}</h2>
          <ul className="mt-2 list-disc pl-6">
            {lines(offboarding.ended).map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      )}
      <h2 className="mt-6 text-section">{t("checklist.offboarding")}</h2>
      <ul className="mt-2 grid gap-2">
        {offboarding.items.map(({ item, label, checkedAt, checkedBy }) => (
          <li key={item} className="grid grid-cols-[1.5rem_1fr] gap-2">
            <span>{checkedAt === null ? "☐" : "☑"}</span>
            <span>
              {labels(offboarding, { item, label })} (
              {checkedAt === null
                ? t("offboarding.open")
                : t("checklist.by", {
                    name: checkedBy ?? t("checklist.somebody"),
                    time: fullMoment(checkedAt),
                  })}
              )
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-6 font-strong">{t("offboarding.reminder")}</p>
      <div className="mt-16 grid grid-cols-2 gap-12">
        {[t("offboarding.signatureLeaver"), t("offboarding.signatureOrganization")].map((signer) => (
          <p key={signer} className="border-t border-current pt-2">
            {signer}
            <br />
            {t("offboarding.signature")}
          </p>
        ))}
      </div>
    </PrintSheet>
  );
}
