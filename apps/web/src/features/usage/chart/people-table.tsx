import type { Usage } from "@praxisportal/contract/usage/usage.schema";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../../../ui/button/button.tsx";
import { ShareTable } from "./share-table.tsx";

/** Rows shown before "show all". */
const initialPeopleCount = 8;

export interface PeopleTableProps {
  usage: Usage;
  /** Renders the name of a person, for example as a link. By default, the name is plain text. */
  nameOf?: (userId: string, name: string) => ReactNode;
}

/** Shows usage by person. */
export function PeopleTable({ usage, nameOf }: PeopleTableProps) {
  const t = useTranslations("usage");
  const [allPeople, setAllPeople] = useState(false);
  const { currency, totals, byPerson, people } = usage;
  const visible = allPeople ? byPerson : byPerson.slice(0, initialPeopleCount);
  return (
    <ShareTable
      currency={currency}
      total={totals.costMicros}
      title={t("by.person")}
      columnHeader={t("person")}
      rows={visible.map(({ userId, name, ...stats }) => ({
        key: userId,
        name: name === null ? t("unnamed") : (nameOf?.(userId, name) ?? name),
        stats,
      }))}
      footer={
        byPerson.length > visible.length ? (
          <Button className="-ml-3" size="small" variant="quiet" onClick={() => setAllPeople(true)}>
            {t("allPeople", { count: byPerson.length })}
          </Button>
        ) : people > byPerson.length ? (
          <p className="text-small text-text-3">{t("morePeople", { shown: byPerson.length, people })}</p>
        ) : undefined
      }
    />
  );
}
