import common from "../../platform/i18n/common.en.json";
import frame from "./frame.en.json";

/** Texts that every page needs, in one file. */
export const texts = { common, frame };
