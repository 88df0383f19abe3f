import { call } from "../api-client/call.ts";
import { createEmitter } from "../api-client/emitter.ts";
import { storeSelectedOrganization } from "../api-client/selected-organization.ts";
import type { SelectedOrganization } from "../api-client/selected-organization.ts";
import { whileLoading } from "../app-state/app-state.actions.ts";
import { recordAndRethrow } from "../app-state/record-error.ts";
import { getMeRoute } from "./session.routes.ts";
import { sessionStore } from "./session.store.ts";
import { storePerson } from "./stored-person.ts";

const changed = createEmitter<SelectedOrganization | null>();

/** Called after this tab changed its practice; register here what holds data of the former one. */
export const onOrganizationChanged = changed.on;

/**
 * Changes the practice of this tab. Role and permissions are the person's in that practice, so she is asked for
 * anew before anything shows.
 * @throws ApiError when the practice may not be chosen; the tab then stays where it was.
 */
export function selectOrganization(organization: SelectedOrganization | null): Promise<void> {
  const before = sessionStore.getState().organization;
  const record = (error: { message: string }) => sessionStore.setState({ error: error.message });
  return recordAndRethrow("Organization switch failed", record, async () => {
    storeSelectedOrganization(organization);
    try {
      // What is on the screen belongs to the former practice, and what could be pressed there too.
      const user = await whileLoading(() => call(getMeRoute));
      storePerson(user, organization);
      sessionStore.setState({ user, organization, error: null, errorCode: null });
    } catch (error) {
      storeSelectedOrganization(before);
      throw error;
    }
    changed.emit(organization);
  });
}
