import { type AccessLevel, accessLevels, type RightsArea } from "@praxisportal/contract/rights";
import { levelWord } from "@praxisportal/contract/rights-words";
import { useTranslations } from "use-intl";
import { cx } from "../../../ui/cx.ts";

/** Shows a level of an area as two bars with its word. */
export function LevelBar({ area, level }: { area: RightsArea; level: AccessLevel }) {
  const t = useTranslations("rights");
  const filled = accessLevels.indexOf(level);
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden className="inline-flex gap-0.5">
        {[1, 2].map((bar) => (
          <span
            key={bar}
            className={cx(
              "h-1.5 w-3 rounded-full border forced-color-adjust-none",
              bar <= filled ? "border-accent bg-accent" : "border-line-strong bg-surface-3",
            )}
          />
        ))}
      </span>
      <span className={level === "none" ? "text-text-3" : "text-text"}>
        {t(`levels.${levelWord(area, level)}`)}
      </span>
    </span>
  );
}
