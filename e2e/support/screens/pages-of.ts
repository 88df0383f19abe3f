import type { Screen, Viewer } from "./screen.ts";
import { screens } from "./screens.ts";

const isPage = ({ prepare, before, route, viewer }: Screen) =>
  prepare === undefined && before === undefined && route !== "*" && viewer !== "anonymous";

/** Returns one screen per route, or per tab of it, of these viewers, with the server's own responses. */
export function pagesOf(...viewers: readonly Viewer[]): Screen[] {
  const keyOf = ({ route, path }: Screen) =>
    `${route} ${typeof path === "string" ? (/[?&]tab=\w+/.exec(path)?.[0] ?? "") : ""}`;
  return screens
    .filter((screen) => isPage(screen) && viewers.includes(screen.viewer))
    .filter(
      (screen, index, viewerScreens) =>
        viewerScreens.findIndex((other) => keyOf(other) === keyOf(screen)) === index,
    );
}
