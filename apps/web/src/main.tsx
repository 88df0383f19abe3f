import { createRoot } from "react-dom/client";
import { fixedPaths } from "./app/router/route-table.ts";
import { startPortal } from "./app/start-portal.ts";
import { startTheme } from "./platform/theme/theme-store.ts";
import "./styles/app.css";

const element = document.getElementById("root");
if (!element) throw new Error("index.html has no element with the id root");

startTheme();
startPortal();
const root = createRoot(element);

if (location.pathname === fixedPaths.login) {
  const { openFrontDoor } = await import("./app/front-door.tsx");
  await openFrontDoor(root);
} else {
  const { openPortal } = await import("./app/portal.tsx");
  await openPortal(root);
}
