import { levelsOf, rightsAreas } from "@praxisportal/contract/rights";
import { levelWord } from "@praxisportal/contract/rights-words";
import { useTranslations } from "use-intl";

/** Permissions before and after a change; null if there was no account. */
export interface GrantedChange {
  readonly before: readonly string[] | null;
  readonly after: readonly string[] | null;
}

/** What permissions give, one line per area. */
export function GrantedRights({ permissions }: { permissions: readonly string[] | null }) {
  const t = useTranslations("rights");
  const audit = useTranslations("audit");
  const levels = levelsOf("", permissions ?? []);
  const given = rightsAreas.filter((area) => levels[area] !== "none");
  if (given.length === 0) return audit("details.empty");
  return (
    <ul>
      {given.map((area) => (
        <li key={area}>{`${t(`areas.${area}`)}: ${t(`levels.${levelWord(area, levels[area])}`)}`}</li>
      ))}
    </ul>
  );
}

/** The codes of the permissions, closed at first. */
export function GrantedCodes({ before, after }: GrantedChange) {
  const t = useTranslations("rights");
  const audit = useTranslations("audit");
  const rows = [
    [audit("details.before"), before],
    [audit("details.after"), after],
  ] as const;
  return (
    <details className="mt-2 text-dense text-text-2">
      <summary className="min-h-6 w-fit cursor-pointer rounded-r-2 font-label">{t("technical")}</summary>
      <p className="text-small text-text-3">{t("technicalText")}</p>
      <dl className="mt-1 grid grid-cols-[max-content_1fr] gap-x-4">
        {rows.map(([name, permissions]) => (
          <div key={name} className="contents">
            <dt className="text-text-3">{name}</dt>
            <dd className="font-mono text-small wrap-anywhere">
              {permissions?.join(", ") || audit("details.empty")}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
