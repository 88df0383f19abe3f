import {
  compareLevels,
  isPortalArea,
  type LevelChange,
  levelsOf,
  rightsAreas,
} from "@praxisportal/contract/rights";
import { effectivePermissions } from "@praxisportal/contract/permissions";
import CircleMinus from "lucide-react/icons/circle-minus";
import CirclePlus from "lucide-react/icons/circle-plus";
import type { LucideIcon } from "lucide-react";
import { useTranslations } from "use-intl";
import { cx } from "../../../ui/cx.ts";
import { LevelBar } from "./level-bar.tsx";
import { PermissionCodes, TechnicalRights } from "./technical-rights.tsx";

/** A role with the additional permissions of a person. */
export interface HeldRights {
  readonly role: string;
  readonly granted: readonly string[];
}

interface SummaryProps {
  icon: LucideIcon;
  title: string;
  none: string;
  className: string;
  sentences: readonly string[];
}

function Summary({ icon: Icon, title, none, className, sentences }: SummaryProps) {
  return (
    <section
      aria-label={title}
      className={cx("rounded-r-3 p-3", sentences.length === 0 ? "bg-surface-2 text-text-2" : className)}
    >
      <h3 className="flex items-center gap-2 text-dense font-strong">
        <Icon size={16} strokeWidth={2} aria-hidden className="shrink-0" />
        {title}
      </h3>
      {sentences.length === 0 ? (
        <p className="mt-1 text-dense text-text-2">{none}</p>
      ) : (
        <ul className="mt-1 grid gap-1 text-dense text-text">
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Lists the rights that a person gains and loses by a change, as sentences. */
export function GainsAndLosses({ before, after }: { before: HeldRights; after: HeldRights }) {
  const t = useTranslations("rights");
  const { gained, lost } = compareLevels(
    levelsOf(before.role, before.granted),
    levelsOf(after.role, after.granted),
  );
  const sentenceOf = (change: LevelChange, level: "before" | "after") =>
    t("areaSentence", {
      area: t(`areas.${change.area}`),
      sentence: t(`sentences.${change.area}.${change[level]}`),
    });
  return (
    <div aria-live="polite" className="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-3">
      <Summary
        icon={CirclePlus}
        title={t("gained")}
        none={t("nothingGained")}
        className="bg-success-soft [&_h3]:text-success"
        sentences={gained.map((change) => sentenceOf(change, "after"))}
      />
      <Summary
        icon={CircleMinus}
        title={t("lost")}
        none={t("nothingLost")}
        className="bg-warning-soft [&_h3]:text-warning"
        sentences={lost.map((change) => sentenceOf(change, "before"))}
      />
    </div>
  );
}

/** Shows the numbers of rights gained and lost by a change. */
export function ChangeCount({ before, after }: { before: HeldRights; after: HeldRights }) {
  const t = useTranslations("rights");
  const { gained, lost } = compareLevels(
    levelsOf(before.role, before.granted),
    levelsOf(after.role, after.granted),
  );
  return <>{t("changes", { gained: gained.length, lost: lost.length })}</>;
}

/** Shows the level of every area before and after a change, with a sentence for each. */
export function LevelTable({ before, after }: { before: HeldRights; after: HeldRights }) {
  const t = useTranslations("rights");
  const [oldLevels, newLevels] = [levelsOf(before.role, before.granted), levelsOf(after.role, after.granted)];
  // Areas of connected programs are omitted if there is no access to them before or after the change.
  const visible = rightsAreas.filter(
    (area) => isPortalArea(area) || oldLevels[area] !== "none" || newLevels[area] !== "none",
  );
  const head = "py-1.5 text-left text-small font-label text-text-3";
  return (
    <table className="w-full text-dense">
      <thead>
        <tr>
          <th scope="col" className={head}>
            {t("area")}
          </th>
          <th scope="col" className={cx(head, "w-28 max-sm:hidden")}>
            {t("before")}
          </th>
          <th scope="col" className={cx(head, "w-28")}>
            {t("after")}
          </th>
        </tr>
      </thead>
      <tbody>
        {visible.map((area) => (
          <tr key={area} className="border-t border-line align-top">
            <th scope="row" className="py-2 pr-3 text-left font-normal">
              <span className="block font-strong text-text">{t(`areas.${area}`)}</span>
              <span className="block text-small text-text-2">
                {t(`sentences.${area}.${newLevels[area]}`)}
              </span>
            </th>
            <td className="py-2 pr-3 max-sm:hidden">
              <LevelBar area={area} level={oldLevels[area]} />
            </td>
            <td className="py-2">
              {oldLevels[area] === newLevels[area] ? (
                <>
                  <span className="text-text-3 max-sm:hidden">{t("stays")}</span>
                  <span className="sm:hidden">
                    <LevelBar area={area} level={newLevels[area]} />
                  </span>
                </>
              ) : (
                <LevelBar area={area} level={newLevels[area]} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Shows the permission codes after a change, in the technical section. */
export function TechnicalChange({ after }: { after: HeldRights }) {
  return (
    <TechnicalRights>
      <PermissionCodes permissions={effectivePermissions(after.role, after.granted)} />
    </TechnicalRights>
  );
}
