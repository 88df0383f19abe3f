import { useNavigate } from "@tanstack/react-router";
import { notify } from "../../features/notifications/notifications.actions.ts";
import { PracticesPage } from "../../features/organizations/practices/practices-page.tsx";
import { useChoosePractice } from "../shell/use-choose-practice.ts";

/** /organizations: all organizations, for platform administrators. */
export function OrganizationsRoute() {
  const navigate = useNavigate();
  const choose = useChoosePractice();
  return (
    <PracticesPage
      onOpen={({ id, name }) =>
        void choose({ id, name }).then(() => navigate({ to: "/organization", search: {} }))
      }
      tell={(message) => void notify({ type: "success", message })}
    />
  );
}
