import { useTranslations } from "use-intl";

type Text = ReturnType<typeof useTranslations<"admin">>;
type NamesBelow<Key, Prefix extends string> = Key extends `${Prefix}.${infer Name}` ? Name : never;
type JobName = NamesBelow<Parameters<Text>[0], "work.names">;

/** Returns a function for the translated name of a scheduled job, which is its id without a translation. */
export function useJobName(): (job: string) => string {
  const t = useTranslations("admin");
  return (job) => (t.has(`work.names.${job as JobName}`) ? t(`work.names.${job as JobName}`) : job);
}
