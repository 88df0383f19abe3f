import { useTranslations } from "use-intl";
import { Checkbox } from "../../ui/checkbox.tsx";
import { nameOf } from "../../entities/person/person-name.ts";
import type { Selection } from "./use-selection.ts";
import type { ListedUser } from "./users.api.ts";

export function SelectOne({ user, selection }: { user: ListedUser; selection: Selection }) {
  const t = useTranslations("users");
  return (
    <Checkbox
      wideHit
      aria-label={t("select.one", { name: nameOf(user) })}
      disabled={!selection.canSelect(user)}
      checked={selection.people.has(user.id)}
      onChange={(checked) => selection.set([user], checked)}
    />
  );
}

/** Selects all people on the page. */
export function SelectPage({
  users,
  selection,
  label,
}: {
  users: readonly ListedUser[] | undefined;
  selection: Selection;
  /** Shows the label; otherwise it is for screen readers only. */
  label?: boolean;
}) {
  const t = useTranslations("users");
  const selectable = (users ?? []).filter((user) => selection.canSelect(user));
  const selected = selectable.filter((user) => selection.people.has(user.id)).length;
  const isAll = selectable.length > 0 && selected === selectable.length;
  return (
    <Checkbox
      wideHit
      {...(label === true ? { label: t("select.page") } : { "aria-label": t("select.page") })}
      disabled={selectable.length === 0}
      checked={isAll}
      indeterminate={selected > 0 && !isAll}
      onChange={() => selection.set(selectable, !isAll)}
    />
  );
}
