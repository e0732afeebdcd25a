import type { ClinicSettings } from '#contract/clinic/clinic-settings.ts'
import { COUNTRIES } from '#contract/clinic/countries.ts'

export interface Field {
  name: Exclude<keyof ClinicSettings, 'refundBands'>
  label: string
  hint?: string
  /** Of a text; numbers and booleans have fields of their own. */
  type?: 'tel' | 'email' | 'url' | 'time' | 'lines'
  /** Of a choice, in their order. */
  options?: readonly { value: string; label: string }[]
  /** As wide as its section. */
  wide?: boolean
}

const COUNTRY_NAMES = new Intl.DisplayNames('en-US', { type: 'region' })

const COUNTRY_OPTIONS = COUNTRIES.map((value) => ({
  value,
  label: COUNTRY_NAMES.of(value) ?? value,
})).sort((one, other) => one.label.localeCompare(other.label, 'en-US'))

interface Section {
  title: string
  intro?: string
  fields: readonly Field[]
}

/** The hours from the schedule stand above its field. */
export const OPENING_HOURS: Section = {
  title: 'Opening hours',
  fields: [
    {
      name: 'hours',
      label: 'Hours in your own words (optional)',
      hint: 'Shown instead of the hours from the schedule.',
      wide: true,
    },
    {
      name: 'openHolidays',
      label: 'Federal holidays on which the clinic stays open (optional)',
      hint: 'Days like 2026-11-26, separated by commas. To do asks about the others.',
      wide: true,
    },
  ],
}

/** Numbers only; the refund terms have a field of their own. */
export const CHANGES: Section = {
  title: 'Changes and refunds',
  fields: [
    {
      name: 'changeUntilHours',
      label: 'Hours before the start until which families can change online',
      hint: 'Later they are asked to call.',
    },
    {
      name: 'mostMoves',
      label: 'Online moves per appointment',
      hint: 'An ill child has one more.',
    },
    {
      name: 'checkInMinutes',
      label: 'Minutes before the start from which patients can be checked in',
    },
  ],
}

/** The copy's state stands above its field. */
export const SECOND_COPY: Section = {
  title: 'Second copy',
  fields: [
    {
      name: 'copyAlarmMinutes',
      label: 'Minutes after which a copy is too old',
      hint: 'An alarm is raised then.',
    },
  ],
}

const WAITING_LIST: Section = {
  title: 'Waiting list',
  intro:
    'A freed time is held for one family after the other. Longer before it, they have more time.',
  fields: [
    {
      name: 'waitlistEntries',
      label: 'Treatments that a family can wait for',
      hint: 'At the same time.',
    },
    { name: 'offersPerDay', label: 'Offers to a family in a day' },
    { name: 'offersFrom', label: 'Offers are made from', type: 'time' },
    {
      name: 'offersUntil',
      label: 'Offers are made until',
      hint: 'What becomes free outside of these hours is public at once.',
      type: 'time',
    },
    {
      name: 'offerMinutesDays',
      label: 'Minutes to answer, 3 days or more before',
      hint: 'How long a time is held for a family.',
    },
    { name: 'offerMinutesDay', label: 'Minutes to answer, 1 to 3 days before' },
    { name: 'offerMinutesHours', label: 'Minutes to answer, 6 to 24 hours before' },
    { name: 'offerMinutesLast', label: 'Minutes to answer, less than 6 hours before' },
    { name: 'mostOffers', label: 'Offers of one time', hint: 'Then everyone can book it.' },
    {
      name: 'offerLeadMinutes',
      label: 'Minutes before the start until which it is offered',
      hint: 'What becomes free later is public at once.',
    },
  ],
}

const FRONT_DESK: Section = {
  title: 'Front desk',
  fields: [
    {
      name: 'rooms',
      label: 'Rooms (optional)',
      hint: 'Separated by commas: Room 1, Room 2. The agenda asks which one a patient is in.',
      wide: true,
    },
    {
      name: 'tills',
      label: 'Tills (optional)',
      hint: 'Separated by commas: Desk 1, Desk 2. Each is counted on the closing sheet.',
      wide: true,
    },
    {
      name: 'lateMinutes',
      label: 'Minutes after the start from which a patient is late',
      hint: '0: at once.',
    },
    {
      name: 'lockMinutes',
      label: 'Minutes without input after which staff pages lock',
      hint: '0: never.',
    },
    { name: 'staffRecordAbsences', label: 'Staff may record that a doctor is absent today' },
    {
      name: 'absencesNeedApproval',
      label: 'An admin approves the absences that staff record',
      hint: 'They apply at once, and are listed under To do until they are approved or withdrawn.',
    },
  ],
}

export const SECTIONS: readonly Section[] = [
  {
    title: 'Name',
    fields: [
      { name: 'fullName', label: 'Name' },
      { name: 'name', label: 'Short name', hint: 'In the logo and in browser tabs.' },
      { name: 'tagline', label: 'Tagline', hint: 'In the browser tab of the home page.' },
    ],
  },
  {
    title: 'Contact',
    fields: [
      { name: 'phone', label: 'Phone', type: 'tel' },
      { name: 'email', label: 'Email', type: 'email' },
      { name: 'street', label: 'Street' },
      { name: 'city', label: 'City' },
      { name: 'region', label: 'State' },
      { name: 'postalCode', label: 'ZIP code' },
      {
        name: 'country',
        label: 'Country',
        hint: 'Phone numbers without a country code are called as numbers of this country.',
        options: COUNTRY_OPTIONS,
      },
    ],
  },
  OPENING_HOURS,
  {
    title: 'Before an appointment',
    fields: [
      {
        name: 'calendarTitle',
        label: 'Title in calendars',
        hint: 'Of invitations and downloads. Others may see a family’s calendar.',
      },
      {
        name: 'whatToBring',
        label: 'What to bring (optional)',
        hint: 'One thing a line; in the dashboard, confirmations and reminders.',
        type: 'lines',
        wide: true,
      },
    ],
  },
  {
    title: 'Social networks',
    fields: [
      { name: 'facebook', label: 'Facebook (optional)', type: 'url' },
      { name: 'instagram', label: 'Instagram (optional)', type: 'url' },
      { name: 'twitter', label: 'Twitter (optional)', type: 'url' },
      { name: 'linkedin', label: 'LinkedIn (optional)', type: 'url' },
    ],
  },
  {
    title: 'Receipts',
    fields: [
      {
        name: 'taxId',
        label: 'Tax ID (optional)',
        hint: 'On receipts from now on. Receipts that are issued already never change.',
      },
    ],
  },
  {
    title: 'Booking rules',
    fields: [
      {
        name: 'bookingHorizonDays',
        label: 'Days ahead that can be booked',
        hint: 'Appointments that are booked already stay.',
      },
      {
        name: 'unpaidAppointments',
        label: 'Unpaid appointments per account',
        hint: 'Coming ones, also of one child; 0 for no limit.',
      },
      {
        name: 'unpaidAppointmentsUnverified',
        label: 'While the email is not confirmed',
        hint: 'Coming unpaid appointments; 0 for no limit.',
      },
      {
        name: 'siblingGapMinutes',
        label: 'Longest wait between siblings, in minutes',
        hint: 'When they are booked together.',
      },
      {
        name: 'mostInSeries',
        label: 'Most appointments in a series',
        hint: 'Of one treatment, booked together; from 2 to 24.',
      },
    ],
  },
  {
    title: 'Reminders by email',
    intro: 'A change applies to all reminders that are still to be sent.',
    fields: [
      {
        name: 'firstReminderDays',
        label: 'First reminder, days before',
        hint: '0 for no first reminder.',
      },
      { name: 'firstReminderTime', label: 'First reminder at', type: 'time' },
      {
        name: 'secondReminderDays',
        label: 'Second reminder, days before',
        hint: '0 for no second reminder.',
      },
      { name: 'secondReminderTime', label: 'Second reminder at', type: 'time' },
      {
        name: 'quietFrom',
        label: 'Quiet hours from',
        hint: 'Reminders wait; confirmations are sent at once.',
        type: 'time',
      },
      {
        name: 'quietUntil',
        label: 'Quiet hours until',
        hint: 'The same time twice for no quiet hours.',
        type: 'time',
      },
      {
        name: 'reminderMinimumHours',
        label: 'Hours between booking and reminder',
        hint: 'No reminder of appointments that were booked later.',
      },
    ],
  },
  CHANGES,
  WAITING_LIST,
  {
    title: 'Figures by email',
    fields: [
      {
        name: 'weeklyFigures',
        label: 'Email last week’s figures to admins on Monday morning',
        hint: 'Booked, missed, third next free time, money taken and not paid. No patient is named.',
        wide: true,
      },
    ],
  },
  FRONT_DESK,
  SECOND_COPY,
]
