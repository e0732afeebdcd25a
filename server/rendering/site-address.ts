/**
 * What stands in the built site for its own address when that was not known at the build
 * (`SITE_URL`): full addresses are needed for search engines and link previews. The server puts
 * its own in.
 */
export const UNKNOWN_SITE = 'https://site.invalid'
