import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import ChevronRight from "lucide-react/icons/chevron-right";
import ClipboardList from "lucide-react/icons/clipboard-list";
import UserRound from "lucide-react/icons/user-round";
import { useTranslations } from "use-intl";
import type { Scope } from "../../entities/organization/organization-keys.ts";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { countQuery } from "./legacy.api.ts";

const entries = [
  { list: "patients", path: "/patienten", icon: UserRound },
  { list: "tests", path: "/tests", icon: ClipboardList },
] as const;

/** Links to the two lists, with the number of their entries. */
export function ListEntries({ scope }: { scope: Scope }) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      {entries.map((entry) => (
        <Entry key={entry.list} scope={scope} {...entry} />
      ))}
    </ul>
  );
}

function Entry({ scope, list, path, icon: Icon }: (typeof entries)[number] & { scope: Scope }) {
  const t = useTranslations("legacy");
  const format = useFormat();
  const { data: count, isPending } = useQuery(countQuery(scope, list));
  return (
    <li>
      <Link
        to={path}
        className="group flex items-center gap-4 rounded-r-3 border border-line bg-surface px-5 py-4 transition-colors duration-(--t-quick) hover:border-line-strong hover:bg-surface-2"
      >
        <span className="grid size-11 shrink-0 place-items-center rounded-r-3 bg-accent-soft text-accent-text">
          <Icon size={22} strokeWidth={1.75} aria-hidden />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block text-dense text-text-2">{t(`${list}.title`)}</span>
          <span className="flex min-h-8 items-center text-title text-text tabular-nums">
            {isPending ? (
              <Skeleton className="h-4 w-12" />
            ) : typeof count === "number" ? (
              format.number(count)
            ) : (
              <span className="text-dense font-normal text-text-3">{t("countUnknown")}</span>
            )}
          </span>
        </span>
        <ChevronRight
          size={18}
          strokeWidth={1.75}
          className="shrink-0 text-text-3 group-hover:text-text"
          aria-hidden
        />
      </Link>
    </li>
  );
}
