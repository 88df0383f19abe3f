import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { messageOf } from "../../../platform/api-client/api-error.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { TextInput } from "../../../ui/form/text-input.tsx";
import { personOptionsQuery } from "../../../entities/person/person.api.ts";

interface PersonDialogProps {
  organizationId: string;
  onClose: () => void;
  onChoose: (person: { id: string; name: string }) => void;
}

/** Searches for the member whose AI use is to be stopped. */
export function PersonDialog({ organizationId, onClose, onChoose }: PersonDialogProps) {
  const t = useTranslations("ai-switches");
  const common = useTranslations("common");
  const firstField = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const { data, error } = useQuery(personOptionsQuery(organizationId, text.trim()));
  return (
    <Dialog
      open
      size="form"
      onOpenChange={(next) => !next && onClose()}
      initialFocus={firstField}
      title={t("person.whoTitle")}
      description={t("person.whoText")}
      closeLabel={common("close")}
      actions={<Button onClick={onClose}>{common("cancel")}</Button>}
    >
      <div className="grid gap-3 pt-2">
        <Field label={t("person.search")}>
          {(control) => (
            <TextInput
              {...control}
              ref={firstField}
              type="search"
              autoComplete="off"
              maxLength={100}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
        </Field>
        <ul aria-label={t("person.found")} className="grid gap-1">
          {data?.map((person) => (
            <li key={person.id}>
              <Button variant="quiet" block onClick={() => onChoose(person)}>
                {person.name}
              </Button>
            </li>
          ))}
        </ul>
        <p role="status" className="text-dense text-text-2 empty:hidden">
          {error !== null
            ? messageOf(error, common("error.load"))
            : data?.length === 0
              ? t("person.nobody")
              : ""}
        </p>
      </div>
    </Dialog>
  );
}
