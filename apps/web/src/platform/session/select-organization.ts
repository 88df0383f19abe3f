import { call } from "../api-client/call.ts";
import { createEmitter } from "../api-client/emitter.ts";
import { storeSelectedOrganization } from "../api-client/selected-organization.ts";
import type { SelectedOrganization } from "../api-client/selected-organization.ts";
import { whileLoading } from "../app-state/app-state.actions.ts";
import { recordAndRethrow } from "../app-state/record-error.ts";
import { getMeRoute } from "./session.routes.ts";
import { sessionStore } from "./session.store.ts";
import { storePerson } from "./stored-person.ts";

const organizationChanges = createEmitter<SelectedOrganization | null>();

/** Registers a listener for changes of this tab's organization, for everything that caches data of the previous one. */
export const onOrganizationChanged = organizationChanges.on;

/**
 * Changes the selected organization of this tab. Role and permissions depend on the organization, so the user is
 * reloaded before anything renders.
 * @throws ApiError if the organization may not be selected. The tab then keeps its organization.
 */
export function selectOrganization(organization: SelectedOrganization | null): Promise<void> {
  const previousOrganization = sessionStore.getState().organization;
  const record = (error: { message: string }) => sessionStore.setState({ error: error.message });
  return recordAndRethrow("Organization switch failed", record, async () => {
    storeSelectedOrganization(organization);
    try {
      // Blocks interaction, because the page still shows the previous organization.
      const user = await whileLoading(() => call(getMeRoute));
      storePerson(user, organization);
      sessionStore.setState({ user, organization, error: null, errorCode: null });
    } catch (error) {
      storeSelectedOrganization(previousOrganization);
      throw error;
    }
    organizationChanges.emit(organization);
  });
}
