import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../../ui/button/button.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { personOptionsQuery } from "../../entities/person/person.api.ts";

export interface AuditPerson {
  readonly id: string;
  readonly name: string;
}

interface PersonPickerProps {
  organizationId: string;
  onChoose: (person: AuditPerson) => void;
}

/** Searches for a member by name. */
export function PersonPicker({ organizationId, onChoose }: PersonPickerProps) {
  const t = useTranslations("audit");
  const [text, setText] = useState("");
  const { data } = useQuery(personOptionsQuery(organizationId, text.trim()));
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
            <Button
              variant="quiet"
              size="small"
              block
              className="justify-start text-left"
              onClick={() => onChoose(person)}
            >
              {person.name}
            </Button>
          </li>
        ))}
      </ul>
      {data?.length === 0 && <p className="text-dense text-text-3">{t("filter.nobody")}</p>}
    </div>
  );
}
