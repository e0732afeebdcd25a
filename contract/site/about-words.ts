import * as words from '#words/en/site/defaults/about.ts'

/** The default words of the About Us page; the page itself has the pictures of the rooms. */
export const ABOUT = {
  story: words.story,
  strengths: words.strengths,
  roomsTitle: words.roomsTitle,
  rooms: words.rooms,
} as const
