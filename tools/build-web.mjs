// `npm run build`: installs what is missing and builds the web app, whether or not its sources changed. For servers
// where the portal itself must not write into its programs' folder.
import { buildWeb, ensureInstalled, findNode, reportFailure } from "./prepare.mjs";

try {
  await ensureInstalled({ forTests: false });
  await buildWeb(findNode());
} catch (error) {
  reportFailure(error);
  process.exitCode = 1;
}
