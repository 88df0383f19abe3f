import notifications from "../../features/notifications/notifications.de.json";
import organizations from "../../features/organizations/organizations.de.json";
import roles from "../../features/users/roles.de.json";
import shell from "../shell/shell.de.json";

/** Texts that every page for signed-in users needs, in one file. */
export const texts = { notifications, organizations, roles, shell };
