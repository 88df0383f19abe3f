import { TokenCounter } from "./token-counter.ts";
import { type ChatInput, messagesOf, type Usage } from "./wire.ts";

/** Tokens that a model's template adds to each message: role, start and end. */
const tokensPerMessage = 8;
/** Tokens added once: start, the opened response, and the date and rules that some templates prepend. */
const tokensPerCall = 128;
/** Lowest bitrate at which a speech codec is intelligible, that of Opus, in bits per second. */
const minAudioBitrate = 6_000;

/**
 * Returns an upper bound for the tokens of a text: each token of the providers' tokenizers (byte-level BPE, and
 * SentencePiece with byte fallback) covers at least one UTF-8 byte. German prose has about four bytes per token. A
 * tighter bound would hold for one vocabulary only.
 */
export function maxTokensOf(text: string): number {
  return Buffer.byteLength(text, "utf8");
}

/**
 * Returns the tokens to hold for a call before it is made; no provider counts more.
 *
 * @returns input and output tokens; output is the limit in the request
 */
export function holdFor(input: ChatInput): { inputTokens: number; outputTokens: number } {
  const messages = messagesOf(input);
  const texts = messages.reduce((sum, { content }) => sum + maxTokensOf(content), 0);
  return {
    inputTokens: texts + messages.length * tokensPerMessage + tokensPerCall,
    outputTokens: input.maxTokens,
  };
}

/** Returns an upper bound for the length of a recording of this size, in seconds, with any codec. */
export function maxAudioSeconds(sizeBytes: number): number {
  return Math.ceil((sizeBytes * 8) / minAudioBitrate);
}

/** Upper bound of the tokens that a model reads or writes per second of speech. */
const speechTokensPerSecond = 15;
/** Minimum tokens allowed for a transcript, however short the recording. */
const transcriptTokens = 256;

/**
 * Returns the seconds and tokens to hold for a transcription before it is made: providers count seconds, tokens or
 * both.
 *
 * @param sizeBytes upper bound of the recording's size
 * @param maxTokens longest transcript of the model
 */
export function speechHoldFor(sizeBytes: number, maxTokens: number): Usage {
  const audioSeconds = maxAudioSeconds(sizeBytes);
  const tokens = audioSeconds * speechTokensPerSecond;
  return {
    inputTokens: tokens,
    outputTokens: Math.min(tokens + transcriptTokens, maxTokens),
    cachedTokens: 0,
    reasoningTokens: 0,
    audioSeconds,
  };
}

/** Estimates the tokens of a text. See {@link TokenCounter}. */
export function estimateTokens(text: string): number {
  const counter = new TokenCounter();
  counter.add(text);
  return counter.tokens;
}

/** Estimates the tokens that a provider counts for the input of a call. */
export function estimateInputTokens(input: ChatInput): number {
  return messagesOf(input).reduce((sum, { content }) => sum + estimateTokens(content) + 4, 3);
}

/**
 * Estimates the tokens of a text that arrived in pieces. Most providers send one token per piece, so the pieces are
 * counted where that is likely. Some send several per piece, and for those the count by characters is more accurate.
 *
 * @param counted tokens of the whole text by {@link TokenCounter}
 */
export function tokensInChunks(chunks: number, counted: number): number {
  return Math.abs(chunks - counted) <= counted * likelyDifference ? chunks : counted;
}

/** Vocabularies differ from our count of German by up to this ratio; two tokens per piece differ by half. */
const likelyDifference = 0.4;

/**
 * Returns the usage with which a stream is settled, finished or not: the reported usage, plus the output that arrived
 * after the report.
 *
 * @param reported the last usage of the stream, null when none came
 * @param tokensSince tokens of the pieces that came after it, or of all
 * @param inputTokens input tokens to assume when none are reported
 */
export function settledUsage(
  input: ChatInput,
  reported: Usage | null,
  tokensSince: number,
  inputTokens = estimateInputTokens(input),
): { usage: Usage; isEstimated: boolean } {
  if (reported !== null) {
    return {
      usage: {
        ...reported,
        outputTokens: Math.max(
          reported.outputTokens,
          Math.min(reported.outputTokens + tokensSince, input.maxTokens),
        ),
      },
      isEstimated: tokensSince > 0,
    };
  }
  return {
    usage: {
      inputTokens,
      // The limit of the request is what was held; the provider never generates more.
      outputTokens: Math.min(tokensSince, input.maxTokens),
      cachedTokens: 0,
      reasoningTokens: 0,
      audioSeconds: 0,
    },
    isEstimated: true,
  };
}
