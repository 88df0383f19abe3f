import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";

// A page that a test rendered must not be there in the next one.
if (typeof document !== "undefined") afterEach(cleanup);
