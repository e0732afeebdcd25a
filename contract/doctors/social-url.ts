import { webAddress } from '../web-address.ts'

/** The address of a page on a social network; empty for none. */
export const socialUrl = webAddress(200, ({ hostname }) => hostname.includes('.'), {
  mayBeEmpty: true,
})
