/** The words of the doctors' page. */
export const teamPage = {
  title: 'Our doctors',
  text: 'Everyone here chose to work with children. Meet them before you come, so that no face is a strange one.',
} as const
