import { useTranslations } from "use-intl";
import { useSession } from "../../../platform/session/session.store.ts";
import { PrintSheet } from "../../../ui/print-sheet.tsx";
import type { User } from "../people.api.ts";
import { nameOf } from "../person-name.ts";
import { useItemWords } from "./checklist.tsx";
import { useEndedLines } from "./ended-list.tsx";
import type { StaffRecord } from "./staff.api.ts";
import { useStaffFormat } from "./use-staff-format.ts";

export interface LeavingSheetProps {
  user: User;
  leaving: StaffRecord;
  timeZone: string;
}

/** Printable record of an offboarding, with continuing obligations and room for two signatures. */
export function LeavingSheet({ user, leaving, timeZone }: LeavingSheetProps) {
  const t = useTranslations("staff");
  const format = useStaffFormat(timeZone);
  const words = useItemWords();
  const lines = useEndedLines();
  const practice = useSession((session) => session.organization?.name ?? "");
  const facts = [
    [t("leaving.person"), nameOf(user)],
    [t("leaving.practice"), practice],
    [t("leaving.at"), format.moment(leaving.doneAt ?? leaving.takesEffectAt)],
    [t("leaving.plannedBy"), leaving.createdBy ?? t("checklist.somebody")],
    ...(leaving.successor === null ? [] : [[t("leaving.takesOver"), leaving.successor.name] as const]),
  ] as const;
  return (
    <PrintSheet>
      <h1 className="text-title">{t("leaving.protocol")}</h1>
      <dl className="mt-6 grid grid-cols-[12rem_1fr] gap-2">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {leaving.ended !== null && (
        <>
          <h2 className="mt-6 text-section">{t("leaving.ended")}</h2>
          <ul className="mt-2 list-disc pl-6">
            {lines(leaving.ended).map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      )}
      <h2 className="mt-6 text-section">{t("checklist.leaving")}</h2>
      <ul className="mt-2 grid gap-2">
        {leaving.items.map(({ item, checkedAt, checkedBy }) => (
          <li key={item} className="grid grid-cols-[1.5rem_1fr] gap-2">
            <span>{checkedAt === null ? "☐" : "☑"}</span>
            <span>
              {words(leaving, item)} (
              {checkedAt === null
                ? t("leaving.open")
                : t("checklist.by", {
                    name: checkedBy ?? t("checklist.somebody"),
                    time: format.moment(checkedAt),
                  })}
              )
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-6 font-strong">{t("leaving.reminder")}</p>
      <div className="mt-16 grid grid-cols-2 gap-12">
        {[t("leaving.signatureLeaver"), t("leaving.signaturePractice")].map((who) => (
          <p key={who} className="border-t border-current pt-2">
            {who}
            <br />
            {t("leaving.signature")}
          </p>
        ))}
      </div>
    </PrintSheet>
  );
}
