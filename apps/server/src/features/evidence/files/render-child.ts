import { serveRenders } from "../../../platform/documents/serve-renders.ts";
import { renderEvidencePdf } from "./render-evidence-pdf.ts";

serveRenders(renderEvidencePdf);
