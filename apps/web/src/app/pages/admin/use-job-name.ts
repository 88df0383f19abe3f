import { useTranslations } from "use-intl";

const known = [
  "uptime",
  "cleanup",
  "security-check",
  "access-expiry",
  "offboarding",
  "organization-erasure",
  "usage-check",
  "ai-orphaned-calls",
  "unknown-names",
] as const;

/** Returns the translated name of a scheduled job; a job without a translation is shown by its id. */
export function useJobName(): (job: string) => string {
  const t = useTranslations("admin");
  return (job) => {
    const name = known.find((each) => each === job);
    return name === undefined ? job : t(`work.names.${name}`);
  };
}
