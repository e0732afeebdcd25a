import type { ClinicDetails } from '#contract/clinic/clinic-details.ts'
import { formatWireDate, type IsoDate } from '#contract/dates.ts'

/**
 * The initial text of the accessibility page. It states what the tests of this product check
 * (docs/requirements.md#accessibility), and makes no statement about texts and images that the
 * clinic adds.
 */
export function accessibilityStatement(
  { fullName, phone, dialablePhone, email }: ClinicDetails,
  today: IsoDate,
): string {
  const call = dialablePhone === null ? phone : `[${phone}](tel:${dialablePhone})`
  return `${fullName} wants everyone to be able to use this site.

# What is tested

The software of this site is tested before each release against the Web Content Accessibility Guidelines (WCAG) 2.2, level AA:

- Every page, in each of its states, is checked with axe, an automated test: in a light theme on a computer and in a dark theme on a phone.
- Every page can be used at a width of 320 pixels, which is a zoom of 400 percent, and with text of twice its size.
- Booking and paying work with the keyboard alone, and with reduced motion.

Automated tests do not find every barrier. Card payments and the login with Google are provided by other companies.

# Tell us about a barrier

If something on this site does not work for you, call us at ${call} or write to [${email}](mailto:${email}). We can also book, change and cancel appointments by phone.

This statement was made on ${formatWireDate(today)}.`
}
