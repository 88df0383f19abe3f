import { canAdminister } from "@praxisportal/contract/users/users.rules";
import { useState } from "react";
import { useSession } from "../../platform/session/session.store.ts";
import { nameOf } from "../../entities/person/person-name.ts";
import { useActor } from "./role-field.tsx";
import type { ListedUser } from "./users.api.ts";

export interface Selection {
  /** Names of the selected people, by id. */
  readonly people: ReadonlyMap<string, string>;
  /** Whether the signed-in user may act on a person; themselves and higher roles cannot be selected. */
  readonly canSelect: (user: ListedUser) => boolean;
  readonly set: (users: readonly ListedUser[], selected: boolean) => void;
  readonly clear: () => void;
}

const emptySelection: ReadonlyMap<string, string> = new Map();

/**
 * Selection in a list. It is kept across pages. Other filters (`list`) start with an empty selection, so that
 * no action affects people who are no longer listed.
 */
export function useSelection(list: string): Selection {
  const [kept, setKept] = useState({ list, people: emptySelection });
  const actor = useActor();
  const ownId = useSession((session) => session.user?.id);
  const people = kept.list === list ? kept.people : emptySelection;
  const canSelect = (user: ListedUser) => user.id !== ownId && canAdminister(actor, user.role.type);
  return {
    people,
    canSelect,
    set: (users, selected) => {
      const next = new Map(people);
      for (const user of users) {
        if (selected && canSelect(user)) next.set(user.id, nameOf(user));
        else next.delete(user.id);
      }
      setKept({ list, people: next });
    },
    clear: () => setKept({ list, people: emptySelection }),
  };
}
