/** Accepted audio formats with the media types that browsers and servers use for them. */
export const audioFormats = {
  webm: ["audio/webm", "video/webm"],
  ogg: ["audio/ogg", "application/ogg", "video/ogg"],
  mp4: ["audio/mp4", "audio/x-m4a", "audio/m4a", "video/mp4"],
  mpeg: ["audio/mpeg", "audio/mp3", "audio/mpga"],
  wav: ["audio/wav", "audio/x-wav", "audio/wave", "audio/vnd.wave"],
  flac: ["audio/flac", "audio/x-flac"],
} as const;
export type AudioFormat = keyof typeof audioFormats;

/** Display names of the formats, for error texts. */
export const audioFormatNames: Readonly<Record<AudioFormat, string>> = {
  webm: "WebM",
  ogg: "Ogg",
  mp4: "MP4/M4A",
  mpeg: "MP3",
  wav: "WAV",
  flac: "FLAC",
};

/** Returns the format of a media type such as `audio/webm;codecs=opus`; undefined if it is not accepted. */
export function audioFormatOf(mediaType: string): AudioFormat | undefined {
  const name = (mediaType.split(";")[0] ?? "").trim().toLowerCase();
  const formats = Object.entries(audioFormats) as [AudioFormat, readonly string[]][];
  return formats.find(([, types]) => types.includes(name))?.[0];
}
