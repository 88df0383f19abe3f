import type { CurrentWorkstation } from "@praxisportal/contract/workstation/workstation.schema";
import Check from "lucide-react/icons/check";
import { useTranslations } from "use-intl";
import { cx } from "../../ui/cx.ts";
import { Avatar } from "../../ui/label/avatar.tsx";

type Person = CurrentWorkstation["people"][number];

/** Returns a function that describes a user by their department, or by their role if they have no department. */
export function useWorkOf(): (person: Person) => string {
  const roles = useTranslations("roles");
  return ({ role, department }) => department ?? (role === null ? "" : roles(role));
}

interface SharedTilesProps {
  people: readonly Person[];
  chosen: string | null;
  onChoose: (userId: string) => void;
}

/** Shows the people of a shared workstation in two columns, or in one scrolling row on narrow screens. */
export function SharedTiles({ people, chosen, onChoose }: SharedTilesProps) {
  const t = useTranslations("workstation");
  const workOf = useWorkOf();
  return (
    <ul
      aria-label={t("choose")}
      className="faded-edges grid gap-3 max-lg:-mx-4 max-lg:flex max-lg:snap-x max-lg:scroll-px-4 max-lg:gap-2 max-lg:overflow-x-auto max-lg:px-4 max-lg:py-1 lg:grid-cols-2"
    >
      {people.map((person) => {
        const isChosen = person.userId === chosen;
        return (
          <li key={person.userId} className="min-w-0 max-lg:w-28 max-lg:shrink-0 max-lg:snap-start">
            <button
              type="button"
              aria-pressed={isChosen}
              onClick={() => onChoose(person.userId)}
              className={cx(
                "relative flex h-full w-full items-center gap-3 rounded-r-3 border bg-surface p-4 text-left max-lg:flex-col max-lg:gap-2 max-lg:p-2 max-lg:text-center",
                isChosen
                  ? "border-accent shadow-[inset_0_0_0_1px_var(--accent)] forced-colors:outline-2"
                  : "border-line-strong hover:bg-surface-2",
              )}
            >
              <Avatar id={person.userId} initials={person.initials} size={40} />
              <span className="min-w-0 flex-1 max-lg:w-full">
                <span className="block text-body font-strong break-words text-text max-lg:text-small">
                  {person.name}
                </span>
                <span className="block text-small text-text-2 max-lg:hidden">{workOf(person)}</span>
              </span>
              {isChosen && (
                <span
                  aria-hidden="true"
                  className="grid size-5 shrink-0 place-items-center rounded-full bg-accent text-accent-ink max-lg:absolute max-lg:top-1.5 max-lg:right-1.5"
                >
                  <Check size={14} strokeWidth={2.5} />
                </span>
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
