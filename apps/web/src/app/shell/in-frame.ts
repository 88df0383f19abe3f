import { createContext } from "react";

/** Whether what is shown has the frame of the application around it. */
export const InFrame = createContext(false);
