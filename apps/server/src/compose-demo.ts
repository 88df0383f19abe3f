import * as cost from "./features/ai/cost.ts";
import { keyPlace } from "./features/ai/provider-key.ts";
import { DemoAiService } from "./features/demo/demo-ai.service.ts";
import { DemoService } from "./features/demo/demo.service.ts";
import { aiChangedChannel, type Bus } from "./platform/realtime/bus.ts";

type Parts = Omit<
  ConstructorParameters<typeof DemoService>[0] & ConstructorParameters<typeof DemoAiService>[0],
  "ai" | "changed"
> & { bus: Bus };

/** Services that create the demonstration. */
export type Demo = { demo: DemoService; demoAi: DemoAiService };

/** Wires up the demonstration: its practices and people, and its AI provider. */
export function composeDemo(parts: Parts): Demo {
  return {
    demo: new DemoService(parts),
    demoAi: new DemoAiService({
      ...parts,
      ai: { keyPlace, ...cost },
      changed: (organizationId) => parts.bus.publish(aiChangedChannel, { organizationId }),
    }),
  };
}
