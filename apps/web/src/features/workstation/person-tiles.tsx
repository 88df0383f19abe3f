import type { CurrentWorkstation } from "@praxisportal/contract/workstation/workstation.schema";
import { Avatar } from "../../ui/label/avatar.tsx";
import { cx } from "../../ui/cx.ts";

interface PersonTilesProps {
  label: string;
  people: CurrentWorkstation["people"];
  chosen: string;
  onChoose: (userId: string) => void;
}

/** Shows all users with a locked session on this workstation, as a single choice. */
export function PersonTiles({ label, people, chosen, onChoose }: PersonTilesProps) {
  return (
    <ul aria-label={label} className="grid gap-2">
      {people.map((person) => (
        <li key={person.userId}>
          <button
            type="button"
            aria-pressed={person.userId === chosen}
            onClick={() => onChoose(person.userId)}
            className={cx(
              "flex w-full items-center gap-3 rounded-r-3 border px-3 py-2 text-left",
              person.userId === chosen
                ? "border-accent bg-accent-soft"
                : "border-line bg-surface hover:bg-surface-2",
            )}
          >
            <Avatar id={person.userId} initials={person.initials} size={40} />
            <span className="min-w-0">
              <span className="block wrap-anywhere text-body font-label text-text">{person.name}</span>
              {person.organizationName !== null && (
                <span className="block wrap-anywhere text-dense text-text-2">{person.organizationName}</span>
              )}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
