import { savedViewNameMaxLength } from "@praxisportal/contract/limits";
import { Link } from "@tanstack/react-router";
import Pencil from "lucide-react/icons/pencil";
import Trash from "lucide-react/icons/trash-2";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { type SavedView, useSavedViews } from "../preferences/use-list-preferences.ts";
import { Button } from "../../ui/button/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import type { ListState } from "./use-list-search.ts";

interface NameFormProps {
  label: string;
  initial?: string;
  action: string;
  /** Returns false if the list of views is full. */
  onName: (name: string) => boolean;
  /** Closes the form. Absent if the form cannot be closed. */
  onCancel?: () => void;
}

/** A field for the name of a view, with its own button. */
function NameForm({ label, initial = "", action, onName, onCancel }: NameFormProps) {
  const t = useTranslations("saved-views");
  const common = useTranslations("common");
  const [name, setName] = useState(initial);
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const isOpened = onCancel !== undefined;

  // The field replaces the button that opened it and takes its focus.
  useEffect(() => {
    if (isOpened) field.current?.focus();
  }, [isOpened]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const chosen = name.trim();
    if (chosen === "") {
      setError(t("nameMissing"));
      field.current?.focus();
    } else if (onName(chosen)) {
      setName("");
      setError(null);
    } else {
      setError(t("full"));
    }
  }

  return (
    <form noValidate className="grid gap-2" onSubmit={submit}>
      <Field label={label} error={error}>
        {(control) => (
          <TextInput
            {...control}
            ref={field}
            autoComplete="off"
            maxLength={savedViewNameMaxLength}
            value={name}
            onChange={(event) => {
              setName(event.currentTarget.value);
              setError(null);
            }}
          />
        )}
      </Field>
      <div className="button-row flex flex-wrap justify-end gap-2">
        {onCancel && (
          <Button size="small" variant="quiet" onClick={onCancel}>
            {common("cancel")}
          </Button>
        )}
        <Button type="submit" size="small">
          {action}
        </Button>
      </div>
    </form>
  );
}

interface SavedViewsProps {
  /** Name of the list in the user's preferences. */
  name: string;
  list: ListState;
  onShow: () => void;
}

/** Shows, saves, renames and deletes the user's saved views of the list. */
export function SavedViews({ name: listName, list: listState, onShow }: SavedViewsProps) {
  const t = useTranslations("saved-views");
  const common = useTranslations("common");
  const { views, save, rename, remove, restore } = useSavedViews(listName);
  const [renamed, setRenamed] = useState<string | null>(null);
  const [removed, setRemoved] = useState<{ view: SavedView; index: number } | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const undo = useRef<HTMLButtonElement>(null);
  /** Id of the view that gets the focus after the focused control disappeared. */
  const focused = useRef<string | null>(null);

  useEffect(() => {
    if (focused.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-view="${focused.current}"]`)?.focus();
    focused.current = null;
  });
  useEffect(() => {
    if (removed !== null) undo.current?.focus();
  }, [removed]);

  function endRename(id: string): void {
    focused.current = id;
    setRenamed(null);
  }

  const row = (view: SavedView, index: number) => (
    <div className="flex items-center gap-1">
      <Link
        to="."
        search={listState.withView(view.query)}
        data-view={view.id}
        activeOptions={{ exact: true }}
        className="min-w-0 flex-1 wrap-anywhere rounded-r-2 px-2 py-2 text-body text-text hover:bg-surface-3"
        onClick={onShow}
      >
        {view.name}
      </Link>
      <IconButton
        icon={Pencil}
        size="small"
        label={t("rename", { name: view.name })}
        onClick={() => setRenamed(view.id)}
      />
      <IconButton
        icon={Trash}
        size="small"
        label={t("remove", { name: view.name })}
        onClick={() => {
          remove(view.id);
          setRemoved({ view, index });
        }}
      />
    </div>
  );

  return (
    <div className="grid gap-3">
      {views.length === 0 ? (
        <p className="text-dense text-text-2">{t("empty")}</p>
      ) : (
        <ul ref={list} aria-label={t("label")} className="-mx-2 grid max-h-60 overflow-y-auto">
          {views.map((view, index) => (
            <li key={view.id} className="px-0.5 py-0.5">
              {view.id === renamed ? (
                <NameForm
                  label={t("newName")}
                  initial={view.name}
                  action={common("save")}
                  onCancel={() => endRename(view.id)}
                  onName={(name) => {
                    const hasRoom = rename(view.id, name);
                    if (hasRoom) endRename(view.id);
                    return hasRoom;
                  }}
                />
              ) : (
                row(view, index)
              )}
            </li>
          ))}
        </ul>
      )}
      <div role="status">
        {removed !== null && (
          <div className="flex items-center justify-between gap-2 text-dense text-text-2">
            <span className="min-w-0 break-words">{t("removed", { name: removed.view.name })}</span>
            <Button
              ref={undo}
              variant="quiet"
              size="small"
              onClick={() => {
                focused.current = removed.view.id;
                restore(removed.view, removed.index);
                setRemoved(null);
              }}
            >
              {t("undo")}
            </Button>
          </div>
        )}
      </div>
      <div className="border-t border-line pt-3">
        <NameForm label={t("name")} action={t("save")} onName={(chosen) => save(chosen, listState.view)} />
      </div>
    </div>
  );
}
