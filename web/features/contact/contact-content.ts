/** Texts of the contact page. */
export const contactPage = {
  title: 'Contact Us',
  text: 'Write to us about anything that can wait until tomorrow. For everything else there is the phone: a nurse answers it.',
  /** docs/requirements.md#fixed-texts */
  sent: 'Sent message successfully',
} as const
