import type { ListedOrganization } from "@praxisportal/contract/organizations/organizations.schema";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Highlight } from "../../../ui/highlight.tsx";
import { nameLinkClass } from "../../../ui/link-style.ts";
import { PracticeState } from "../practice-state.tsx";
import { usePracticeKinds } from "../use-practice-kinds.ts";
import type { OnStep } from "./practice-menu.tsx";
import { stepsFrom } from "./practice-steps.ts";

interface CellProps {
  practice: ListedOrganization;
}

/** The name opens the practice, where its status allows that. */
export function NameCell({ practice, search, onStep }: CellProps & { search: string; onStep: OnStep }) {
  const name = <Highlight text={practice.name} search={search} />;
  if (!stepsFrom(practice.status).includes("open"))
    return <span className="font-label wrap-anywhere">{name}</span>;
  return (
    <button
      type="button"
      className={`${nameLinkClass} text-left wrap-anywhere`}
      onClick={() => onStep("open", practice)}
    >
      {name}
    </button>
  );
}

export function StateCell({ practice }: CellProps) {
  const t = useTranslations("practices");
  const format = useFormat();
  return (
    <>
      <PracticeState practice={practice} />
      {practice.restorableUntil !== null && (
        <span className="block text-small text-text-3">
          {t("restorable", { date: format.date(practice.restorableUntil) })}
        </span>
      )}
    </>
  );
}

export function FactCell({ practice, fact }: CellProps & { fact: "type" | "userCount" | "createdAt" }) {
  const t = useTranslations("practices");
  const format = useFormat();
  const { typeName } = usePracticeKinds();
  if (fact === "type") return typeName(practice.type);
  if (fact === "createdAt") return format.date(practice.createdAt);
  return t("people", { count: practice.userCount, max: practice.maxUsers });
}
