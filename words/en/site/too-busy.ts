// The whole page while the server has too much to do.

export const tryAgainSoon = 'Please try again in a moment'
/** @param link makes a link of a text */
export const nothingIsLost = (link: (text: string) => string) =>
  `Our website has more to do than usual. Nothing is lost: wait a few seconds, then ${link('try again')}.`
