import { getMe, updateMe } from "@praxisportal/contract/users/users.endpoints";
import type { LiveEvents } from "../../platform/realtime/live-events.ts";
import type { Registrar } from "../../platform/http/registrar.ts";
import { authorize } from "../../platform/request-context/authorized.ts";
import { mayChangeOwnProfile } from "./users.policy.ts";
import type { UserService } from "./users.service.ts";

/** The signed-in person. */
export function registerUserRoutes(registrar: Registrar, users: UserService, live: LiveEvents): void {
  registrar.handle(getMe, ({ context }) => users.me(context.caller.personId, context.organizationIfAny?.db));

  registrar.handle(updateMe, async ({ context, body, ifMatch }) => {
    const { me, organizationIds } = await users.updateMe(
      authorize(context, "users.updateMe", mayChangeOwnProfile),
      body,
      ifMatch,
    );
    for (const organizationId of organizationIds) {
      live.publish({ event: "userUpdate", organizationId, data: { userId: me.id } });
    }
    return me;
  });
}
