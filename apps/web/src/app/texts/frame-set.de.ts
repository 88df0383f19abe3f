import common from "../../platform/i18n/common.de.json";
import frame from "./frame.de.json";

/** Texts that every page needs, in one file. */
export const texts = { common, frame };
