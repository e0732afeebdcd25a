/**
 * Direction marks, which pasting adds, and joiners that join nothing: they follow no character of a script
 * that has them, mark or picture.
 */
export const LOOSE_MARKS =
  /\p{Bidi_Control}|(?<!(?!\p{Script=Latin})[\p{L}\p{M}\p{S}])[\u200C\u200D]/gu

/** A name without loose marks, with one blank between its words. */
export const cleanName = (text: string) =>
  text
    .replace(LOOSE_MARKS, '')
    .replace(/[\p{Zs}\t]+/gu, ' ')
    .trim()
