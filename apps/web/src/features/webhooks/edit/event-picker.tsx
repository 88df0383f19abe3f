import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslations } from "use-intl";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { useEventLabels } from "../use-event-labels.ts";
import { type EventType, eventTypesQuery } from "../webhooks.api.ts";

interface EventPickerProps {
  organizationId: string;
  value: readonly string[];
  error: string | undefined;
  onChange: (types: string[]) => void;
}

/** Chooses the public event types, grouped by subject. */
export function EventPicker({ organizationId, value, error, onChange }: EventPickerProps) {
  const t = useTranslations("webhooks");
  const errorId = useId();
  const query = useQuery(eventTypesQuery(organizationId));
  const types = query.data;
  const groups = Map.groupBy(types ?? [], ({ subject }) => subject);
  const setTypes = (changed: readonly string[], isChosen: boolean) =>
    onChange(
      (types ?? [])
        .map(({ type }) => type)
        .filter((type) => (changed.includes(type) ? isChosen : value.includes(type))),
    );
  return (
    <fieldset aria-describedby={error === undefined ? undefined : errorId} className="min-w-0">
      <legend className="mb-1 flex w-full flex-wrap items-baseline justify-between gap-x-3 text-dense font-label text-text">
        {t("edit.events")}
        <span className="text-small font-normal text-text-3">
          {t("edit.chosen", { number: value.length })}
        </span>
      </legend>
      <QueryFallback query={query} failedTitle={t("edit.eventsFailed")}>
        <SkeletonGroup label={t("edit.eventsLoading")} className="grid gap-2">
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
        </SkeletonGroup>
      </QueryFallback>
      {types !== undefined && (
        <div className="grid max-h-80 gap-4 overflow-y-auto rounded-r-3 border border-line bg-surface-2 p-3">
          {[...groups].map(([subject, members]) => (
            <Group
              key={subject}
              subject={subject}
              types={members}
              value={value}
              isInvalid={error !== undefined}
              onChange={setTypes}
            />
          ))}
        </div>
      )}
      {error !== undefined && (
        <p id={errorId} className="mt-1 text-small text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface GroupProps {
  subject: string;
  types: readonly EventType[];
  value: readonly string[];
  isInvalid: boolean;
  onChange: (types: readonly string[], isChosen: boolean) => void;
}

function Group({ subject, types, value, isInvalid, onChange }: GroupProps) {
  const labels = useEventLabels();
  const names = types.map(({ type }) => type);
  const chosenCount = names.filter((type) => value.includes(type)).length;
  const invalid = isInvalid ? { "aria-invalid": true as const } : {};
  return (
    <div role="group" aria-label={labels.subject(subject)}>
      <Checkbox
        label={<span className="font-strong">{labels.subject(subject)}</span>}
        checked={chosenCount === names.length}
        indeterminate={chosenCount > 0 && chosenCount < names.length}
        {...invalid}
        onChange={(isChosen) => onChange(names, isChosen)}
      />
      <div className="mt-2 grid gap-2 pl-7.5 sm:grid-cols-2">
        {names.map((type) => (
          <Checkbox
            key={type}
            label={labels.type(type)}
            hint={<span className="font-mono wrap-anywhere">{type}</span>}
            checked={value.includes(type)}
            onChange={(isChosen) => onChange([type], isChosen)}
          />
        ))}
      </div>
    </div>
  );
}
