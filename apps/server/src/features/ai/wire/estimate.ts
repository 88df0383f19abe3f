import { TokenCounter } from "./token-counter.ts";
import { type ChatInput, messagesOf, type Usage } from "./wire.ts";

/** What a model's own form adds around each message: role, begin and end. */
const tokensPerMessage = 8;
/** What it adds once: begin, the opened answer, the date and rules that some templates put in front. */
const tokensPerCall = 128;
/** Below this no speech codec is understood: the least that Opus is made for, in bits a second. */
const leastAudioBitrate = 6_000;

/**
 * Tokens that a text cannot exceed, by construction: every tokenizer of the providers (byte-level BPE, and
 * SentencePiece with byte fallback) covers at least one byte of UTF-8 with each token, so there are never more tokens
 * than bytes. German prose has about four bytes a token. A tighter bound would hold only for one vocabulary.
 */
export function tokensAtMost(text: string): number {
  return Buffer.byteLength(text, "utf8");
}

/**
 * What a call is held for before it is made: no provider counts more for it.
 *
 * @returns tokens in and out; out is the bound that the request carries
 */
export function holdFor(input: ChatInput): { inputTokens: number; outputTokens: number } {
  const messages = messagesOf(input);
  const texts = messages.reduce((sum, { content }) => sum + tokensAtMost(content), 0);
  return {
    inputTokens: texts + messages.length * tokensPerMessage + tokensPerCall,
    outputTokens: input.maxTokens,
  };
}

/** Seconds that a recording of so many bytes cannot exceed, in whichever codec. */
export function audioSecondsAtMost(sizeBytes: number): number {
  return Math.ceil((sizeBytes * 8) / leastAudioBitrate);
}

/** At the pace of speech no model reads or writes more tokens a second. */
const speechTokensPerSecond = 15;
/** What a transcript has in any case, however short the recording is. */
const transcriptTokens = 256;

/**
 * What a transcription is held for before it is made, by seconds and by tokens: some providers count these, some those,
 * some both.
 *
 * @param sizeBytes the recording has no more
 * @param maxTokens longest transcript the model gives
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

/** About how many tokens a text is; see {@link TokenCounter}. */
export function tokensAbout(text: string): number {
  const counter = new TokenCounter();
  counter.add(text);
  return counter.tokens;
}

/** About how many tokens a provider counts for the input of a call. */
export function inputTokensAbout(input: ChatInput): number {
  return messagesOf(input).reduce((sum, { content }) => sum + tokensAbout(content) + 4, 3);
}

/**
 * About how many tokens a text is that came in pieces. Most providers send a token a piece, so where that is likely
 * the pieces are counted; some send several at once, and then the letters tell more.
 *
 * @param counted tokens of the whole text by {@link TokenCounter}
 */
export function tokensOfPieces(pieces: number, counted: number): number {
  return Math.abs(pieces - counted) <= counted * likelyDifference ? pieces : counted;
}

/** By so much vocabularies differ from our count of German; two tokens a piece differ by half. */
const likelyDifference = 0.4;

/**
 * What a stream is settled with, finished or not: what the provider told, and beyond it what came after it.
 *
 * @param told the last usage of the stream, null when none came
 * @param tokensSince tokens of the pieces that came after it, or of all
 * @param inputTokens what the input is taken for where nobody tells
 */
export function settledUsage(
  input: ChatInput,
  told: Usage | null,
  tokensSince: number,
  inputTokens = inputTokensAbout(input),
): { usage: Usage; isEstimated: boolean } {
  if (told !== null) {
    return {
      usage: {
        ...told,
        outputTokens: Math.max(told.outputTokens, Math.min(told.outputTokens + tokensSince, input.maxTokens)),
      },
      isEstimated: tokensSince > 0,
    };
  }
  return {
    usage: {
      inputTokens,
      // The bound of the request is what was held; the provider never generates more.
      outputTokens: Math.min(tokensSince, input.maxTokens),
      cachedTokens: 0,
      reasoningTokens: 0,
      audioSeconds: 0,
    },
    isEstimated: true,
  };
}
