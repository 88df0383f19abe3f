import { useTranslations } from "use-intl";
import type { ReviewedMember } from "./reviews.api.ts";

/** Shows the members of an open review with their decisions, on paper only. */
export function PrintedDecisions({ members }: { members: readonly ReviewedMember[] }) {
  const t = useTranslations("reviews");
  const roles = useTranslations("roles");
  const columns = [t("printed.person"), t("printed.role"), t("printed.decision"), t("reason")];
  return (
    <table className="hidden w-full text-left text-dense text-text print:table">
      <caption className="sr-only">{t("members")}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className="border-b border-line py-1 pr-4 font-strong">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {members.map(({ userId, name, role, decision, reason }) => (
          <tr key={userId} className="border-b border-line align-top">
            <th scope="row" className="py-1 pr-4 font-normal">
              {name ?? t("erased")}
            </th>
            <td className="py-1 pr-4">{roles.has(role as "viewer") ? roles(role as "viewer") : role}</td>
            <td className="py-1 pr-4">{decision === null ? t("printed.open") : t(`decided.${decision}`)}</td>
            <td className="py-1 wrap-anywhere">{reason}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
