import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../../ui/button.tsx";
import { FilterChip } from "../../ui/chip.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { personOptionsQuery } from "../../entities/person/person.api.ts";

export interface PersonChipProps {
  /**
   * Organization to search for members; null where there is none, then the chip only shows the chosen person.
   */
  organizationId: string | null;
  value: string | undefined;
  /** The person's name, if the loaded entries contain it. */
  name: string | undefined;
  onChange: (id: string | undefined) => void;
}

/** Filters by person, as actor or target. */
export function PersonChip({ organizationId, value, name, onChange }: PersonChipProps) {
  const t = useTranslations("audit");
  const common = useTranslations("common");
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState<{ id: string; name: string }>();
  if (organizationId === null && value === undefined) return null;
  const shown =
    value === undefined ? undefined : (name ?? (chosen?.id === value ? chosen.name : t("filter.chosen")));
  return (
    <FilterChip
      label={t("filter.person")}
      {...(shown === undefined ? {} : { value: shown })}
      clearLabel={common("filter.clear", { name: t("filter.person") })}
      onClear={() => onChange(undefined)}
      open={open}
      onOpenChange={setOpen}
    >
      {organizationId === null ? (
        <p className="text-dense text-text-2">{shown}</p>
      ) : (
        <People
          organizationId={organizationId}
          onChoose={(person) => {
            setChosen(person);
            setOpen(false);
            onChange(person.id);
          }}
        />
      )}
    </FilterChip>
  );
}

function People(props: { organizationId: string; onChoose: (person: { id: string; name: string }) => void }) {
  const t = useTranslations("audit");
  const [text, setText] = useState("");
  const { data } = useQuery(personOptionsQuery(props.organizationId, text.trim()));
  return (
    <div className="grid gap-2">
      <TextInput
        type="search"
        size="toolbar"
        maxLength={100}
        aria-label={t("filter.searchPerson")}
        placeholder={t("filter.searchPerson")}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ul aria-label={t("filter.people")} className="grid gap-1">
        {data?.map((person) => (
          <li key={person.id}>
            <Button variant="quiet" size="small" block onClick={() => props.onChoose(person)}>
              {person.name}
            </Button>
          </li>
        ))}
      </ul>
      {data?.length === 0 && <p className="text-dense text-text-3">{t("filter.nobody")}</p>}
    </div>
  );
}
