/** Texts of placeholder pages and of the "not found" page. */
export const reviewsPage = {
  title: 'Reviews',
  heading: 'Reviews are growing here',
  text: 'Soon you will be able to read what other families say, and add a few words of your own.',
} as const

export const lostPage = {
  title: 'Page not found',
  text: 'This page has wandered off, or it never was. The ones below are where they should be.',
} as const
