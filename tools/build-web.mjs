// Builds the web app whether or not its sources changed.
import { buildWeb, findNode, reportFailure } from "./prepare.mjs";

try {
  await buildWeb(findNode());
} catch (error) {
  reportFailure(error);
  process.exitCode = 1;
}
