import { resetNames } from "./factories.ts";

// Runs before each test file. The files of a worker share their modules, but some names have a maximum length.
resetNames();
