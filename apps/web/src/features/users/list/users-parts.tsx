import { useState } from "react";
import { storedBulk } from "../../../platform/bulk/stored-bulk.ts";
import type { ListState } from "../../../platform/list/use-list-search.ts";
import { lazyDialog, lazyPart } from "../../../platform/loading/lazy-part.tsx";
import { bulkKinds } from "../bulk/bulk.api.ts";
import type { UsersBulkProps } from "../bulk/users-bulk.tsx";
import type { PersonActions } from "../person/person-actions.tsx";
import type { ListedUser } from "../users.api.ts";

/** Loaded with the first preview. */
const UserDrawer = lazyDialog(async () => (await import("./user-drawer.tsx")).UserDrawer, "rights");

interface UserQuickViewProps {
  organizationId: string;
  /** The people of the page, in their order. */
  users: readonly ListedUser[];
  /** The person named in the URL. */
  personId: string | undefined;
  list: ListState;
  onStart: PersonActions["start"];
}

/** Shows a preview of one person of the page. Arrow keys move to the adjacent people. */
export function UserQuickView({ organizationId, users, personId, list, onStart }: UserQuickViewProps) {
  const index = users.findIndex((user) => user.id === personId);
  return (
    <UserDrawer
      organizationId={organizationId}
      open={index >= 0}
      user={users[index] ?? null}
      steps={{ before: index > 0, after: index >= 0 && index < users.length - 1 }}
      onStep={(direction) => {
        const next = users[index + direction];
        if (next) list.replace({ person: next.id });
      }}
      onClose={() => list.change({ person: undefined })}
      onStart={onStart}
    />
  );
}

// Loaded with the first selection, or for unfinished bulk work.
const UsersBulk = lazyPart(async () => (await import("../bulk/users-bulk.tsx")).UsersBulk, "users-bulk");

/** Shows the bulk actions on the selected people. */
export function BulkOperations(props: UsersBulkProps) {
  const { organizationId, selection } = props;
  const [hasOpened, setHasOpened] = useState(() => storedBulk(bulkKinds, organizationId) !== null);
  if (selection.rows.size > 0 && !hasOpened) setHasOpened(true);
  return hasOpened ? <UsersBulk {...props} /> : null;
}
