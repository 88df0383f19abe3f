import { DebitsCard } from "./debits-card.tsx";
import { EntriesCard } from "./entries/entries-card.tsx";
import { RemindersCard } from "./reminders-card.tsx";
import { StatementCard } from "./statement-card.tsx";

/** Shows bank statements and entries, direct debits and reminders. */
export function PaymentsTab() {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="grid gap-4">
        <StatementCard />
        <EntriesCard />
      </div>
      <div className="grid gap-4">
        <DebitsCard />
        <RemindersCard />
      </div>
    </div>
  );
}
