import { TokenCounter } from "./token-counter.ts";
import { type ChatInput, messagesOf, type Usage } from "./wire.ts";

/** Tokens that a model's template adds to each message: role, start and end. */
const tokensPerMessage = 8;
/** Tokens added once: start, the opened response, and the date and rules that some templates prepend. */
const tokensPerCall = 128;
/** Lowest bitrate at which a speech codec is intelligible, that of Opus, in bits per second. */
const leastAudioBitrate = 6_000;

/**
 * Upper bound for the tokens of a text, by construction: each token of the providers' tokenizers (byte-level BPE, and
 * SentencePiece with byte fallback) covers at least one UTF-8 byte. German prose has about four bytes per token. A
 * tighter bound would hold for one vocabulary only.
 */
export function tokensAtMost(text: string): number {
  return Buffer.byteLength(text, "utf8");
}

/**
 * Returns what to hold for a call before it is made; no provider counts more.
 *
 * @returns input and output tokens; output is the limit in the request
 */
export function holdFor(input: ChatInput): { inputTokens: number; outputTokens: number } {
  const messages = messagesOf(input);
  const texts = messages.reduce((sum, { content }) => sum + tokensAtMost(content), 0);
  return {
    inputTokens: texts + messages.length * tokensPerMessage + tokensPerCall,
    outputTokens: input.maxTokens,
  };
}

/** Upper bound for the length of a recording of this size, in seconds, with any codec. */
export function audioSecondsAtMost(sizeBytes: number): number {
  return Math.ceil((sizeBytes * 8) / leastAudioBitrate);
}

/** At the pace of speech no model reads or writes more tokens per second. */
const speechTokensPerSecond = 15;
/** Minimum tokens allowed for a transcript, however short the recording. */
const transcriptTokens = 256;

/**
 * Returns what to hold for a transcription before it is made, in seconds and tokens: some providers count one, some
 * the other, some both.
 *
 * @param sizeBytes upper bound of the recording's size
 * @param maxTokens longest transcript of the model
 */
export function speechHoldFor(sizeBytes: number, maxTokens: number): Usage {
  const audioSeconds = audioSecondsAtMost(sizeBytes);
  const tokens = audioSeconds * speechTokensPerSecond;
  return {
    inputTokens: tokens,
    outputTokens: Math.min(tokens + transcriptTokens, maxTokens),
    cachedTokens: 0,
    reasoningTokens: 0,
    audioSeconds,
  };
}

/** Estimates the tokens of a text; see {@link TokenCounter}. */
export function tokensAbout(text: string): number {
  const counter = new TokenCounter();
  counter.add(text);
  return counter.tokens;
}

/** Estimates the tokens that a provider counts for the input of a call. */
export function inputTokensAbout(input: ChatInput): number {
  return messagesOf(input).reduce((sum, { content }) => sum + tokensAbout(content) + 4, 3);
}

/**
 * Estimates the tokens of a text that arrived in pieces. Most providers send one token per piece, so the pieces are
 * counted where that is likely. Some send several at once; then the count by characters is more accurate.
 *
 * @param counted tokens of the whole text by {@link TokenCounter}
 */
export function tokensOfChunks(chunks: number, counted: number): number {
  return Math.abs(chunks - counted) <= counted * likelyDifference ? chunks : counted;
}

/** Vocabularies differ from our count of German by up to this ratio; two tokens per piece differ by half. */
const likelyDifference = 0.4;

/**
 * Returns what a stream is settled with, finished or not: the reported usage, plus what arrived after the report.
 *
 * @param reported the last usage of the stream, null when none came
 * @param tokensSince tokens of the pieces that came after it, or of all
 * @param inputTokens input tokens to assume when none are reported
 */
export function settledUsage(
  input: ChatInput,
  reported: Usage | null,
  tokensSince: number,
  inputTokens = inputTokensAbout(input),
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
