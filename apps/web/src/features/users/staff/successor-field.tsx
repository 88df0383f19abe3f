import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { Field } from "../../../ui/field.tsx";
import { NativeSelect } from "../../../ui/native-select.tsx";
import { sortNameOf } from "../person-name.ts";
import { colleaguesQuery } from "./staff.api.ts";

export interface SuccessorFieldProps {
  organizationId: string;
  /** Who leaves. */
  except: string;
  /** "" for nobody. */
  value: string;
  onChange: (personId: string) => void;
}

/** Who looks after what somebody leaves behind. */
export function SuccessorField({ organizationId, except, value, onChange }: SuccessorFieldProps) {
  const t = useTranslations("staff");
  const common = useTranslations("common");
  const colleagues = useQuery(colleaguesQuery(organizationId, "")).data ?? [];
  return (
    <Field label={t("leaving.successor")} hint={t("leaving.successorHint")} optionalMark={common("optional")}>
      {(control) => (
        <NativeSelect {...control} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="">{t("leaving.nobody")}</option>
          {colleagues
            .filter(({ id }) => id !== except)
            .map((person) => (
              <option key={person.id} value={person.id}>
                {sortNameOf(person)}
              </option>
            ))}
        </NativeSelect>
      )}
    </Field>
  );
}
