import { OwnDataCard } from "../../features/own-data/own-data-card.tsx";
import { SettingsPage } from "../../features/settings/settings-page.tsx";
import { UnsentChanges } from "../pending-changes/unsent-changes.tsx";

/** /settings, with the changes of this device that are not sent yet, and the user's own data. */
export function SettingsRoute() {
  return <SettingsPage pendingChanges={<UnsentChanges />} ownData={<OwnDataCard />} />;
}
