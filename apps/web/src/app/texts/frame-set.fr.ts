import common from "../../platform/i18n/common.fr.json";
import frame from "./frame.fr.json";

/** Texts that every page needs, in one file. */
export const texts = { common, frame };
