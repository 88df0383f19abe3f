import notifications from "../../features/notifications/notifications.en.json";
import organizations from "../../features/organizations/organizations.en.json";
import roles from "../../features/users/roles.en.json";
import shell from "../shell/shell.en.json";

/** Texts that every page for signed-in users needs, in one file. */
export const texts = { notifications, organizations, roles, shell };
