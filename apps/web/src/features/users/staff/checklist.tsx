import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { useAppMutation } from "../../../platform/forms/use-app-mutation.ts";
import { useWriteBlock } from "../../../platform/forms/write-block.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { type Employment, employmentQuery, type StaffRecord, tickItem } from "./staff.api.ts";
import { useFullMoment } from "./use-staff-format.ts";
import { Dotted } from "../../../ui/label/dotted.tsx";

export interface ChecklistProps {
  organizationId: string;
  userId: string;
  record: StaffRecord;
  /** True if the user has no permission to act on the person. */
  readOnly: boolean;
}

type Text = ReturnType<typeof useTranslations<"staff">>;
type Item = Parameters<Text>[0] extends infer Key
  ? Key extends `checklist.items.${infer Name}`
    ? Name
    : never
  : never;

/**
 * Returns a function that labels an item with the organization's own text or the standard text. In an offboarding, the
 * label of the confidentiality item adds that the obligation continues.
 */
export function useItemLabels() {
  const t = useTranslations("staff");
  return ({ kind }: Pick<StaffRecord, "kind">, { item, label }: { item: string; label: string | null }) => {
    if (label !== null) return label;
    return kind === "offboarding" && item === "secrecy"
      ? t("checklist.offboardingSecrecy")
      : t(`checklist.items.${item as Item}`);
  };
}

/** Shows the checklist items, and for checked items the person and the time. */
export function Checklist({ organizationId, userId, record, readOnly }: ChecklistProps) {
  const t = useTranslations("staff");
  const labels = useItemLabels();
  const fullMoment = useFullMoment();
  const client = useQueryClient();
  const block = useWriteBlock();
  const { pending, failure, run } = useAppMutation({
    mutate: ({ item, done }: { item: string; done: boolean }) => tickItem(userId, record.id, item, done),
    onSuccess(saved) {
      client.setQueryData<Employment>(
        employmentQuery(organizationId, userId).queryKey,
        (current) => current && { ...current, [record.kind]: saved },
      );
    },
  });

  /** Returns by whom and when an item was checked, and why that cannot be changed right now. */
  const hintOf = (checkedAt: string | null, checkedBy: string | null) => {
    const by =
      checkedAt !== null &&
      t("checklist.by", { name: checkedBy ?? t("checklist.somebody"), time: fullMoment(checkedAt) });
    const details = [by, !readOnly && block].filter(Boolean);
    return details.length > 0 ? <Dotted details={details} /> : undefined;
  };

  return (
    <div className="grid gap-3">
      {failure !== null && (
        <ErrorBox persistent title={t("checklist.failed")}>
          {failure}
        </ErrorBox>
      )}
      <ul className="grid gap-3">
        {record.items.map(({ item, label, checkedAt, checkedBy }) => (
          <li key={item}>
            <Checkbox
              label={labels(record, { item, label })}
              hint={hintOf(checkedAt, checkedBy)}
              // Optimistic: the response adds name and time, a rejection reverts it.
              checked={(checkedAt !== null) !== (pending?.item === item)}
              disabled={readOnly || block !== null}
              aria-busy={pending?.item === item}
              onChange={(done) => void run({ item, done })}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Returns a function that describes the progress of a checklist: "2 von 6 erledigt". */
export function useProgress() {
  const t = useTranslations("staff");
  return ({ items }: StaffRecord) =>
    t("checklist.progress", {
      done: items.filter(({ checkedAt }) => checkedAt !== null).length,
      all: items.length,
    });
}
