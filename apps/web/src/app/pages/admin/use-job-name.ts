import { useTranslations } from "use-intl";

const known = [
  "uptime",
  "cleanup",
  "security-check",
  "access-end",
  "staff-leaving",
  "practice-erasure",
  "usage-check",
  "ai-lost-calls",
] as const;

/** What a scheduled job is called; one that this page does not know names itself. */
export function useJobName(): (job: string) => string {
  const t = useTranslations("admin");
  return (job) => {
    const name = known.find((each) => each === job);
    return name === undefined ? job : t(`work.names.${name}`);
  };
}
