import Search from "lucide-react/icons/search";
import { useTranslations } from "use-intl";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { cx } from "../../../ui/cx.ts";
import { Highlight } from "../../../ui/label/highlight.tsx";
import type { Command } from "./command.ts";
import { optionId, type CommandGroup } from "./use-commands.ts";

export interface CommandResultsProps {
  id: string;
  groups: readonly CommandGroup[];
  query: string;
  currentKey: string | undefined;
  /** Shown below the results: search in progress, or the member search failed. */
  note: string | null;
  onRun: (command: Command) => void;
}

function Option({
  command,
  query,
  current,
  onRun,
}: {
  command: Command;
  query: string;
  current: boolean;
  onRun: () => void;
}) {
  const Icon = command.icon;
  return (
    <div
      id={optionId(command.key)}
      role="option"
      tabIndex={-1}
      aria-selected={current}
      // Keep the focus in the field until the command has run.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onRun}
      onKeyDown={(event) => event.key === "Enter" && onRun()}
      className={cx(
        "flex min-h-11 cursor-pointer items-center gap-3 rounded-r-2 px-3 py-1.5 text-body text-text md:min-h-9",
        current ? "bg-surface-3" : "hover:bg-surface-2",
      )}
    >
      <Icon size={16} strokeWidth={2} className="shrink-0 text-text-2" aria-hidden />
      <span className="min-w-0 flex-1">
        <Highlight text={command.label} search={query.trim()} />
        {command.detail !== undefined && (
          <span className="block text-small text-text-3">
            <Highlight text={command.detail} search={query.trim()} />
          </span>
        )}
      </span>
    </div>
  );
}

/** Shows search results in groups. */
export function CommandResults({ id, groups, query, currentKey, note, onRun }: CommandResultsProps) {
  const t = useTranslations("shell");
  const isEmpty = groups.length === 0;
  return (
    <>
      <div
        id={id}
        role="listbox"
        aria-label={t("commands.list")}
        className="grid gap-3 p-3 empty:hidden md:min-h-64 md:content-start"
      >
        {groups.map((group) => (
          <div key={group.key} role="group" aria-label={t(`commands.${group.key}`)}>
            <p aria-hidden="true" className="mb-1 px-3 text-small font-strong text-text-3">
              {t(`commands.${group.key}`)}
            </p>
            {group.commands.map((command) => (
              <Option
                key={command.key}
                command={command}
                query={query}
                current={command.key === currentKey}
                onRun={() => onRun(command)}
              />
            ))}
          </div>
        ))}
      </div>
      {/* Without results it takes their place, so that the dialog keeps its height. */}
      <div
        role="status"
        className={cx(
          "text-dense text-text-2",
          isEmpty ? "grid place-content-center md:min-h-64" : "px-6 pb-4",
        )}
      >
        {isEmpty && note === null ? (
          <EmptyState icon={Search} title={t("commands.none")} text={t("commands.noneText", { query })} />
        ) : (
          note
        )}
      </div>
    </>
  );
}
