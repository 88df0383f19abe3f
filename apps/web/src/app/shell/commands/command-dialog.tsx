import Search from "lucide-react/icons/search";
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from "react";
import { useTranslations } from "use-intl";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { CommandResults } from "./command-results.tsx";
import { takeKeystrokeBuffer } from "./keystroke-buffer.ts";
import { optionId, useCommands } from "./use-commands.ts";

export interface CommandDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const listId = "command-results";

/** Search over pages, members, organizations and commands: one field, with arrow keys to move through the results. */
export function CommandDialog({ open, onOpenChange }: CommandDialogProps) {
  const t = useTranslations("shell");
  const common = useTranslations("common");
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState("");
  const [active, setActive] = useState(0);
  const { groups, note } = useCommands(query, open);
  const commands = groups.flatMap((group) => group.commands);
  const current = commands[Math.min(active, commands.length - 1)];

  // Text and Enter were typed before the field existed: run the first result.
  const hasChosen = useRef(false);
  const runFirst = useEffectEvent(() => run(current));
  useEffect(() => {
    if (!hasChosen.current) return;
    hasChosen.current = false;
    runFirst();
  }, [query]);

  function applyKeystrokeBuffer(): void {
    const { text, enter } = takeKeystrokeBuffer();
    if (text === "") return;
    hasChosen.current = enter;
    setQuery((previous) => previous + text);
  }

  function close(next: boolean): void {
    onOpenChange(next);
    if (next) return;
    setQuery("");
    setActive(0);
  }

  function run(command: (typeof commands)[number] | undefined): void {
    if (!command) return;
    close(false);
    command.run();
  }

  function handleKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && commands.length > 0) {
      event.preventDefault();
      const next = (Math.min(active, commands.length - 1) + step + commands.length) % commands.length;
      setActive(next);
      document.getElementById(optionId(commands[next]?.key ?? ""))?.scrollIntoView({ block: "nearest" });
    }
    if (event.key === "Enter") {
      event.preventDefault();
      run(current);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={t("commands.title")}
      closeLabel={common("close")}
      size="form"
      flush
      initialFocus={field}
      actions={null}
      status={t("commands.hint")}
    >
      <div className="sticky top-0 z-10 flex items-center gap-3 border-b border-line bg-overlay px-5 md:px-6">
        <Search size={18} strokeWidth={1.75} className="shrink-0 text-text-3" aria-hidden />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label={t("commands.placeholder")}
          aria-expanded={commands.length > 0}
          aria-controls={listId}
          aria-activedescendant={current ? optionId(current.key) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={t("commands.placeholder")}
          value={query}
          maxLength={100}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={handleKeyDown}
          onFocus={applyKeystrokeBuffer}
          className="h-12 min-w-0 flex-1 bg-transparent text-body text-text outline-none"
        />
      </div>
      <CommandResults
        id={listId}
        groups={groups}
        query={query}
        currentKey={current?.key}
        note={note}
        onRun={run}
      />
    </Dialog>
  );
}
