import notifications from "../../features/notifications/notifications.fr.json";
import organizations from "../../features/organizations/organizations.fr.json";
import roles from "../../features/users/roles.fr.json";
import shell from "../shell/shell.fr.json";

/** Texts that every page for signed-in users needs, in one file. */
export const texts = { notifications, organizations, roles, shell };
