import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// What is waited for comes at its own time: on a busy machine a downloaded part takes longer than the usual second.
configure({ asyncUtilTimeout: 10_000 });

// A page that a test rendered must not be there in the next one.
if (typeof document !== "undefined") afterEach(cleanup);
