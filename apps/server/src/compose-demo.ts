import * as cost from "./features/ai/cost.ts";
import { keySealContext } from "./features/ai/provider-key.ts";
import { DemoAiService } from "./features/demo/demo-ai.service.ts";
import { DemoService } from "./features/demo/demo.service.ts";

type Dependencies = Omit<
  ConstructorParameters<typeof DemoService>[0] & ConstructorParameters<typeof DemoAiService>[0],
  "ai"
>;

/** Services that create the demonstration. */
export type Demo = { demo: DemoService; demoAi: DemoAiService };

/** Wires up the demonstration: its practices and people, and its AI provider. */
export function composeDemo(dependencies: Dependencies): Demo {
  return {
    demo: new DemoService(dependencies),
    demoAi: new DemoAiService({
      ...dependencies,
      ai: { keySealContext, ...cost },
    }),
  };
}
