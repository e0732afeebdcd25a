import { type EmailKind, send } from '#domain/notifications/content/email-kind.ts'

export const secondFactorReset: EmailKind<'second_factor_reset', object> = {
  read: () => send({}),
  describe: (_, { clinic, words: { people, shared }, pageAt }) => ({
    subject: people.twoStepTurnedOff,
    preview: people.passwordIsEnough,
    heading: people.twoStepIsOff,
    paragraphs: [people.whyTurnedOff, people.turnOnAgain],
    details: [],
    action: { label: people.goToProfile, url: pageAt('/dashboard/profile') },
    closing: [people.ifNotAskedCallNow(clinic.phone)],
    reason: shared.whyAccount,
  }),
  examples: { 'second-factor-reset': {} },
}
