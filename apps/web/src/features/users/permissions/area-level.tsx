import { canGrant, type Principal } from "@praxisportal/contract/permissions";
import {
  type AccessLevel,
  accessLevels,
  grantFor,
  isPortalArea,
  levelsOf,
  type RightsArea,
  withLevel,
} from "@praxisportal/contract/rights";
import { levelWord } from "@praxisportal/contract/rights-words";
import { rightsFilterFor } from "@praxisportal/contract/users/rights-filter.rules";
import { useTranslations } from "use-intl";
import { SegmentedControl } from "../../../ui/form/segmented-control.tsx";
import { LevelBar } from "../rights/level-bar.tsx";
import { WhoMayLink } from "../rights/who-may-link.tsx";

export interface AreaLevelProps {
  area: RightsArea;
  role: string;
  granted: readonly string[];
  /** The saved grants. They may be kept, even if the signed-in user could not grant them. */
  currentGrants: readonly string[];
  actor: Principal;
  disabled: boolean;
  onChange: (granted: readonly string[]) => void;
}

/** Selects the level of one area: the level of the role or a higher level. */
export function AreaLevel({ area, role, granted, currentGrants, actor, disabled, onChange }: AreaLevelProps) {
  const t = useTranslations("rights");
  const level = levelsOf(role, granted)[area];
  const [ofRole, ofCurrentGrants] = [levelsOf(role, [])[area], levelsOf(role, currentGrants)[area]];
  const higherLevels = accessLevels.filter(
    (accessLevel) => accessLevels.indexOf(accessLevel) > accessLevels.indexOf(ofRole),
  );
  const grantableLevels = higherLevels.filter((candidate) => grantFor(area, candidate) !== undefined);
  const allowedLevels = grantableLevels.filter(
    (candidate) =>
      candidate === level ||
      candidate === ofCurrentGrants ||
      canGrant(actor, [grantFor(area, candidate) ?? ""]),
  );
  // An administrator may have access to an area by their role but lack its permissions. They cannot grant these
  // permissions.
  const ownLevel = levelsOf(actor.role, actor.permissions)[area];
  const isByOwnRole = grantableLevels.every(
    (candidate) => accessLevels.indexOf(candidate) <= accessLevels.indexOf(ownLevel),
  );
  const offeredLevels: readonly AccessLevel[] = disabled ? [level] : [ofRole, ...allowedLevels];
  const reason =
    !disabled && grantableLevels.length > allowedLevels.length
      ? t(isByOwnRole ? "byYourRole" : "notYours")
      : ofRole !== "none"
        ? t("byRole")
        : grantableLevels.length === 0
          ? t("onlyRole")
          : undefined;
  const whoMay = isPortalArea(area) ? rightsFilterFor(area, level) : undefined;
  return (
    <section className="grid items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0 sm:grid-cols-[1fr_auto]">
      <div className="min-w-0">
        <h3 className="text-body font-strong text-text">{t(`areas.${area}`)}</h3>
        <p className="text-small text-text-2">
          {t(`sentences.${area}.${level}`)} {whoMay !== undefined && <WhoMayLink right={whoMay} />}
        </p>
        {reason !== undefined && <p className="text-small text-text-3">{reason}</p>}
      </div>
      {offeredLevels.length > 1 ? (
        <SegmentedControl
          label={t(`areas.${area}`)}
          segments={offeredLevels.map((value) => ({ value, label: t(`levels.${levelWord(area, value)}`) }))}
          value={level}
          onChange={(next) => onChange(withLevel(role, granted, { area, level: next }))}
          className="w-fit"
        />
      ) : (
        <LevelBar area={area} level={level} />
      )}
    </section>
  );
}
