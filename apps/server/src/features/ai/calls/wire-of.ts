import type { AiWire } from "@praxisportal/contract/ai/providers.schema";
import { anthropicMessages } from "../wire/anthropic-messages.ts";
import { openaiChat } from "../wire/openai-chat.ts";
import type { ChatWire } from "../wire/wire.ts";

/** Returns the chat wire format of a provider. */
export function chatWireOf(wire: AiWire): ChatWire {
  return wire === "anthropic" ? anthropicMessages : openaiChat(wire);
}
