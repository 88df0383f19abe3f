import { levelsOf, rightsAreas } from "@praxisportal/contract/rights";
import { levelWord } from "@praxisportal/contract/rights-words";
import { useTranslations } from "use-intl";

/** Permissions before and after a change, or null if there was no account. */
export interface GrantedChange {
  readonly before: readonly string[] | null;
  readonly after: readonly string[] | null;
}

/** Shows the rights that permissions grant, one line per area. */
export function GrantedRights({ permissions }: { permissions: readonly string[] | null }) {
  const t = useTranslations("rights");
  const audit = useTranslations("audit");
  const levels = levelsOf("", permissions ?? []);
  const grantedAreas = rightsAreas.filter((area) => levels[area] !== "none");
  if (grantedAreas.length === 0) return audit("details.empty");
  return (
    <ul>
      {grantedAreas.map((area) => (
        <li key={area}>{`${t(`areas.${area}`)}: ${t(`levels.${levelWord(area, levels[area])}`)}`}</li>
      ))}
    </ul>
  );
}

/** The codes of the permissions before and after a change, for the technical details. */
export function GrantedCodes({ before, after }: GrantedChange) {
  const t = useTranslations("rights");
  const audit = useTranslations("audit");
  const rows = [
    [audit("details.before"), before],
    [audit("details.after"), after],
  ] as const;
  return (
    <div className="pb-3">
      <p className="text-small text-text-3">{t("technicalText")}</p>
      <dl className="mt-1 grid grid-cols-[max-content_1fr] gap-x-4 text-dense text-text-2">
        {rows.map(([name, permissions]) => (
          <div key={name} className="contents">
            <dt className="text-text-3">{name}</dt>
            <dd className="font-mono text-small wrap-anywhere">
              {permissions?.join(", ") || audit("details.empty")}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
