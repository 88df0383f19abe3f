import type { AiWire } from "@praxisportal/contract/ai/providers.schema";
import { anthropicMessages } from "./wire/anthropic-messages.ts";
import { openaiChat } from "./wire/openai-chat.ts";
import type { ChatWire } from "./wire/wire.ts";

/** The format in which a provider is talked to. */
export function chatWireOf(wire: AiWire): ChatWire {
  return wire === "anthropic" ? anthropicMessages : openaiChat(wire);
}
