import { useTranslations } from "use-intl";

type Key = Parameters<ReturnType<typeof useTranslations<"webhook-events">>>[0];

/**
 * Returns functions that name event types and their subjects. A type that this version does not know keeps its
 * technical name.
 */
export function useEventLabels() {
  const t = useTranslations("webhook-events");
  return {
    type: (type: string) => (t.has(`types.${type}` as Key) ? t(`types.${type}` as Key) : type),
    subject: (subject: string) =>
      t.has(`subjects.${subject}` as Key) ? t(`subjects.${subject}` as Key) : subject,
  };
}
