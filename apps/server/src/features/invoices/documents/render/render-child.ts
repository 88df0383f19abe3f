import { serveRenders } from "../../../../platform/documents/serve-renders.ts";
import { renderDocument } from "./render-document.ts";

serveRenders(renderDocument);
