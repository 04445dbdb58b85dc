/** A picture that a model can look at. */
export interface Picture {
  bytes: Uint8Array;
  mimeType: string;
  /** Pixels; absent if they could not be determined. */
  width?: number;
  height?: number;
  /** Its size before it was scaled down. */
  from?: { width: number; height: number };
}

/** A picture, or why there is none: the rest of a sentence that starts with the file. */
export type Fitted = Picture | { refused: string };

/** The maximum size of a picture. */
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
