/** A picture as a model can look at it. */
export interface Picture {
  bytes: Uint8Array;
  mimeType: string;
  /** Pixels; absent for what could not be measured. */
  width?: number;
  height?: number;
  /** What it was before it was scaled down. */
  from?: { width: number; height: number };
}

/** A picture, or why there is none: the rest of a sentence that starts with the file. */
export type Fitted = Picture | { refused: string };

/** What a picture may be at most. */
export interface PictureLimits {
  /** Pixels of the longer side. */
  side: number;
  bytes: number;
}

/** Pixels of raw colour, as canvases have them: four bytes each. */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}
