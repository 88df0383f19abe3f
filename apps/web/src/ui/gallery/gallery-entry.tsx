// Entry of gallery.html, used only by the development server and the screenshot tests. It is not part of any build.
import { CSPProvider } from "@base-ui/react/csp-provider";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { startTheme } from "../../platform/theme/theme-store.ts";
import "../../styles/app.css";
import "../../styles/gallery.css";
import { Gallery } from "./gallery.tsx";

startTheme();
const root = document.getElementById("root");
if (!root) throw new Error("gallery.html has no #root");
createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <Gallery />
    </CSPProvider>
  </StrictMode>,
);
