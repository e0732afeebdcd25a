import * as z from 'zod/mini'
import { parseWireDate } from '../dates.ts'
import { socialUrl } from '../doctors/social-url.ts'
import { emailAddress } from '../identity/users.ts'
import { phone } from '../phone.ts'
import { optionalLine, optionalText, requiredLine } from '../text.ts'
import { typedName } from '../typed-name.ts'
import { country } from './countries.ts'
import { daysOf } from './holidays.ts'
import { settingGroup } from './setting.ts'

// The clinic's own details, most of them for visitors: docs/requirements.md#fixed-texts.

const SHOWN_AT_ONCE = 'Visitors see these on every page and in emails as soon as you save.'

export const NAME = settingGroup({
  title: 'Name',
  intro: SHOWN_AT_ONCE,
  settings: {
    fullName: {
      schema: typedName('Name', 100),
      initial: 'Sprout Children’s Clinic',
      label: 'Name',
    },
    name: {
      schema: typedName('Short name', 30),
      initial: 'Sprout',
      label: 'Short name',
      hint: 'In the logo and in browser tabs.',
    },
    tagline: {
      schema: requiredLine('Tagline', 100),
      initial: 'Gentle care for children',
      label: 'Tagline',
      hint: 'In the browser tab of the home page.',
    },
  },
})

export const CONTACT = settingGroup({
  title: 'Contact',
  intro: SHOWN_AT_ONCE,
  settings: {
    /** As it is shown: '(503) 555-0142'. */
    phone: { schema: phone, initial: '(503) 555-0142', label: 'Phone', type: 'tel' },
    email: {
      schema: emailAddress,
      initial: 'hello@sprout.example',
      label: 'Email',
      type: 'email',
    },
    street: { schema: requiredLine('Street', 100), initial: '24 Willow Lane', label: 'Street' },
    city: { schema: requiredLine('City', 60), initial: 'Portland', label: 'City' },
    region: { schema: requiredLine('State', 30), initial: 'OR', label: 'State' },
    postalCode: { schema: requiredLine('ZIP code', 12), initial: '97205', label: 'ZIP code' },
    country: {
      schema: country,
      initial: 'US',
      label: 'Country',
      hint: 'Phone numbers without a country code are called as numbers of this country.',
      type: 'country',
    },
  },
})

export const OPENING_HOURS = settingGroup({
  title: 'Opening hours',
  settings: {
    /** Empty: the words are made from the opening hours. */
    hours: {
      schema: optionalLine('Hours', 200),
      initial: '',
      label: 'Hours in your own words (optional)',
      hint: 'Shown instead of the hours from the schedule.',
      wide: true,
    },
    /** Federal holidays on which the clinic stays open: '2026-11-26, 2027-01-01'. */
    openHolidays: {
      schema: optionalLine('Holidays', 1000).check(
        z.refine(
          (text) => daysOf(text).every((day) => parseWireDate(day) === day),
          'Enter days like 2026-11-26, separated by commas',
        ),
      ),
      initial: '',
      label: 'Federal holidays on which the clinic stays open (optional)',
      hint: 'Days like 2026-11-26, separated by commas. To do asks about the others.',
      wide: true,
    },
  },
})

export const BEFORE_AN_APPOINTMENT = settingGroup({
  title: 'Before an appointment',
  settings: {
    /** The name of an appointment in families' calendars, which others may see. */
    calendarTitle: {
      schema: requiredLine('Title in calendars', 60),
      initial: 'Appointment',
      label: 'Title in calendars',
      hint: 'Of invitations and downloads. Others may see a family’s calendar.',
    },
    /** The things that families bring to every appointment: one a line, empty for nothing. */
    whatToBring: {
      schema: optionalText('What to bring', 500),
      initial:
        'Your child’s insurance card\nThe vaccination record\nA list of the medicines your child takes',
      label: 'What to bring (optional)',
      hint: 'One thing a line; in the dashboard, confirmations and reminders.',
      type: 'lines',
      wide: true,
    },
  },
})

/** Addresses of the clinic's accounts; empty without one. */
export const SOCIAL_ACCOUNTS = settingGroup({
  title: 'Social networks',
  intro: 'Links in the footer of every page and in emails.',
  settings: {
    facebook: { schema: socialUrl, initial: '', label: 'Facebook (optional)', type: 'url' },
    instagram: { schema: socialUrl, initial: '', label: 'Instagram (optional)', type: 'url' },
    twitter: { schema: socialUrl, initial: '', label: 'Twitter (optional)', type: 'url' },
    linkedin: { schema: socialUrl, initial: '', label: 'LinkedIn (optional)', type: 'url' },
  },
})

export const RECEIPTS = settingGroup({
  title: 'Receipts',
  settings: {
    /** As it is printed on receipts: '12-3456789'; empty without one. */
    taxId: {
      schema: optionalLine('Tax ID', 30),
      initial: '',
      label: 'Tax ID (optional)',
      hint: 'On receipts from now on. Receipts that are issued already never change.',
    },
  },
})
