import { type EmailKind, send } from '#domain/notifications/content/email-kind.ts'

export const secondFactorReset: EmailKind<'second_factor_reset', object> = {
  read: () => send({}),
  describe: (_, { siteUrl, clinic }) => ({
    subject: 'Two-step verification was turned off',
    preview: 'Your password alone is enough to log in now.',
    heading: 'Two-step verification is off',
    paragraphs: [
      'We turned off two-step verification for your account, because you told us that you can’t get codes on your phone. Your password alone is enough to log in now, and you were logged out on all devices.',
      'To turn it on again, add your phone in your profile.',
    ],
    details: [],
    action: { label: 'Go to your profile', url: `${siteUrl}/dashboard/profile` },
    closing: [`If you didn’t ask for this, call us right away at ${clinic.phone}.`],
    reason: 'You get this email because you have an account with this address.',
  }),
  examples: { 'second-factor-reset': {} },
}
