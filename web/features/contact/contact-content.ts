/** Texts of the contact page. */
export const contactPage = {
  title: 'Contact Us',
  text: 'Send us a message about anything that can wait until the next business day. For everything else, call: a nurse will answer.',
  /** docs/requirements.md#fixed-texts */
  sent: 'Sent message successfully',
} as const
