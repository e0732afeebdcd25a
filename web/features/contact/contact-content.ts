/** The words of the contact page (spec section 2). */
export const contactPage = {
  title: 'Contact Us',
  text: 'Write to us about anything that can wait until tomorrow. For everything else there is the phone: a nurse answers it.',
  /** Spec section 8, word for word. */
  sent: 'Sent message successfully',
} as const
