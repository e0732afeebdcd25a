import { expect, it } from 'vitest'
import { clinicSettings } from './clinic/clinic-settings.ts'
import { doctorForm } from './doctors/doctors.ts'
import { newFamily } from './families/families.ts'
import { newChild } from './guardians/children.ts'
import { signUpForm } from './identity/users.ts'
import { newTreatment } from './treatments/treatment-admin.ts'

/** The form fields for names. */
const NAMES = {
  child: newChild.shape.name,
  family: newFamily.shape.name,
  account: signUpForm.shape.name,
  doctor: doctorForm.shape.name,
  treatment: newTreatment.shape.name,
  clinic: clinicSettings.shape.fullName,
  'clinic in short': clinicSettings.shape.name,
}

const UNSHOWN = 'characters that can’t be shown'
const EMPTY = 'needs a letter'
const MISSING = 'is required'
const LINK = 'can’t contain a link'

it.each([
  ['NUL', 'Mia\0Lou', UNSHOWN],
  ['a line break', 'Mia\r\nBcc: all@x', UNSHOWN],
  ['an escape', 'Mia\u001b[2J', UNSHOWN],
  ['a line separator', 'Mia\u2028Lou', UNSHOWN],
  ['a zero-width space', 'Mi\u200Ba', UNSHOWN],
  ['half a surrogate pair', 'Mia\uD83D', UNSHOWN],
  ['joiners alone', '\u200D\u200C\u200D', MISSING],
  ['fillers alone', '\u3164\u115F', UNSHOWN],
  ['a Braille blank alone', '\u2800', EMPTY],
  ['punctuation alone', '...', EMPTY],
  ['a link', 'Your parcel is waiting http://x', LINK],
  ['a link without a scheme', 'Win at evil.com/now', LINK],
  ['a host', 'WWW.evil', LINK],
  ['an email', 'write@evil.example', LINK],
  ['a domain', 'Win at evil.com', LINK],
  ['a domain with a rare ending', 'evil.photography', LINK],
  ['a domain in capitals', 'EVIL.IO', LINK],
  ['a domain before a full stop', 'Look at Evil.Xyz.', LINK],
  ['a domain before a hyphen', 'evil.com-now', LINK],
  ['a domain with East Asian full stops', 'evil。com', LINK],
  ['a domain with a joiner', 'م.evil\u200C.com', LINK],
  ['an international domain', 'зло.рф', LINK],
  ['an encoded domain', 'evil.xn--p1ai', LINK],
  ['a short domain', 't.me', LINK],
  ['a short link', 'T.ME/x', LINK],
])('refuses %s in every name field', (_, name, message) => {
  for (const [field, schema] of Object.entries(NAMES)) {
    const { error } = schema.safeParse(name)
    expect([field, error?.issues.map((issue) => issue.message).join()]).toEqual([
      field,
      expect.stringContaining(message),
    ])
  }
})

it.each([
  'Zoë O’Neil-Smith',
  'J. R. Lee',
  'علی‌رضا',
  'श्री',
  '李小龍',
  'Dr. Ada Wong',
  'St. John',
  'Ann 2',
  'S.Ramesh',
  'St.John',
  'Ma.Theresa Cruz',
  'J.R.R.Tolkien',
  'A.P.J.Abdul Kalam',
  'J.Kim',
  'A.B.LI',
  'Dr.Ng',
  'Smith, J.',
  'मोहन\u200D',
  'മോഹന്\u200D',
])('takes %s', (name) => {
  for (const schema of Object.values(NAMES)) expect(schema.parse(`  ${name} `)).toBe(name)
})

it.each([
  ['direction marks', '\u202AMia\u202C \u2067Lou\u2069\u200F'],
  ['override', 'Mia \u202ELou'],
  ['joiners that join nothing', '\u200DMi\u200Da\u200C L\u200Dou'],
  ['blanks', '\u00A0Mia \u3000\t Lou '],
])('drops %s from a pasted name', (_, name) => {
  for (const schema of Object.values(NAMES)) expect(schema.parse(name)).toBe('Mia Lou')
})
