import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// On a busy machine a lazily loaded component can take longer than the default of one second.
configure({ asyncUtilTimeout: 10_000 });

// A page rendered by one test must not remain in the next.
if (typeof document !== "undefined") afterEach(cleanup);
