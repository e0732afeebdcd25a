/**
 * Direction marks, which pasting adds, and joiners without effect: they follow no mark, no emoji, and no
 * character of a script that uses joiners.
 */
export const LOOSE_MARKS =
  /\p{Bidi_Control}|(?<!(?!\p{Script=Latin})[\p{L}\p{M}\p{S}])[\u200C\u200D]/gu

/** A name without these marks, with single spaces between its words. */
export const cleanName = (text: string) =>
  text
    .replace(LOOSE_MARKS, '')
    .replace(/[\p{Zs}\t]+/gu, ' ')
    .trim()
