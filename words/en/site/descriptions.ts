// Descriptions of pages for search engines and link previews.

interface Place {
  clinic: string
  city: string
}

export const notFound = 'This page doesn’t exist.'
export const resetPassword = 'Choose a new password.'
export const confirmEmail = 'Confirm your email address.'
export const unsubscribe = 'Turn off reminders of appointments.'
export const stopRecalls = 'Stop emails about visits to book.'
export const home = ({ clinic, city }: Place) =>
  `${clinic} in ${city}. Book an appointment online anytime.`
/** @param services 'newborn visits, vaccinations' */
export const homeOffering = ({ clinic, city }: Place, services: string) =>
  `${clinic} in ${city}: ${services}. Book an appointment online anytime.`
export const about = (clinic: string) => `Meet the team that cares for your child at ${clinic}.`
export const aboutStrengths = (clinic: string, strengths: string) =>
  `Meet the team that cares for your child at ${clinic}: ${strengths}.`
export const reviews = (clinic: string) => `What families say about ${clinic}.`
export const contact = (clinic: string) => `Call or visit ${clinic}.`
export const contactByMessage = (clinic: string) => `Call, message or visit ${clinic}.`
export const doctors = (clinic: string) =>
  `Meet the pediatricians at ${clinic} and see what each one specializes in.`
export const times = ({ clinic, city }: Place) =>
  `The next free appointments at ${clinic} in ${city}: days, times and prices of every treatment. Pick one and book it online.`
export const legal = (page: string, clinic: string) => `${page} of ${clinic}.`
export const logIn = (clinic: string) => `Log in to ${clinic}.`
export const signUp = (clinic: string) => `Create your ${clinic} account.`
export const claim = (clinic: string) => `See your family’s appointments at ${clinic}.`
export const appointment = (clinic: string) => `Choose a day, a treatment and a time at ${clinic}.`
export const invitation = (clinic: string) => `Look after children together at ${clinic}.`
export const account = (clinic: string) => `Your account at ${clinic}.`
