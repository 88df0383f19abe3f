// `npm run build` installs missing packages and always builds the web app, even if its sources have not changed. It is
// for servers where the portal itself must not write to its program folder.
import { buildWeb, ensureInstalled, findNode, reportFailure } from "./prepare.mjs";

try {
  await ensureInstalled({ forTests: false });
  await buildWeb(findNode());
} catch (error) {
  reportFailure(error);
  process.exitCode = 1;
}
