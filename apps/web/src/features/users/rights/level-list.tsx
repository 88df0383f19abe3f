import { levelsOf, rightsAreas } from "@praxisportal/contract/rights";
import { useTranslations } from "use-intl";
import { LevelBar } from "./level-bar.tsx";
import type { HeldRights } from "./level-changes.tsx";

/** Shows the rights of a person, one sentence per area. `openOnly` omits the areas without access. */
export function LevelList({ role, granted, openOnly = false }: HeldRights & { openOnly?: boolean }) {
  const t = useTranslations("rights");
  const levels = levelsOf(role, granted);
  const visible = rightsAreas.filter((area) => !openOnly || levels[area] !== "none");
  if (visible.length === 0) return <p className="text-dense text-text-2">{t("label")}</p>;
  return (
    <ul className="grid text-dense">
      {visible.map((area) => (
        <li
          key={area}
          className="grid gap-x-4 border-t border-line py-2 first:border-t-0 sm:grid-cols-[1fr_7.5rem]"
        >
          <span>
            <span className="block font-strong text-text">{t(`areas.${area}`)}</span>
            <span className="block text-small text-text-2">{t(`sentences.${area}.${levels[area]}`)}</span>
          </span>
          <LevelBar area={area} level={levels[area]} />
        </li>
      ))}
    </ul>
  );
}
