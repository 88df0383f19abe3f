import notifications from "../../features/notifications/notifications.it.json";
import organizations from "../../features/organizations/organizations.it.json";
import roles from "../../features/users/roles.it.json";
import shell from "../shell/shell.it.json";

/** Texts that every page for signed-in users needs, in one file. */
export const texts = { notifications, organizations, roles, shell };
