import { createContext } from "react";

/** Whether the content is rendered inside the application layout. */
export const InAppLayout = createContext(false);
